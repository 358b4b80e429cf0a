BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE codes (
	hash VARCHAR NOT NULL, 
	person VARCHAR NOT NULL, 
	until DOUBLE NOT NULL, 
	CONSTRAINT pk_codes PRIMARY KEY (hash), 
	CONSTRAINT fk_codes_person FOREIGN KEY(person) REFERENCES people (id) ON DELETE CASCADE
);
CREATE TABLE games (
	id VARCHAR NOT NULL, 
	room INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	game VARCHAR NOT NULL, 
	ended_at DOUBLE NOT NULL, 
	save VARCHAR NOT NULL, 
	entry VARCHAR NOT NULL, 
	CONSTRAINT pk_games PRIMARY KEY (id)
);
INSERT INTO "games" VALUES('2X9lkrQMfx98zURiY-a4xg',7,1,'switch',1.79496591996992707249e+09,'{
 "parlour": "table",
 "format": 1,
 "game": "switch",
 "rules": 1,
 "seats": 2,
 "seed": "34386235729374587562347222954938312341413315518032103888686825175356924299777",
 "options": {
  "hand_size": "auto",
  "finish_on_trick": false,
  "mode": "standard",
  "interrupts": false,
  "chains": false,
  "start_card": "dead",
  "last_card_penalty": 2,
  "timeout_penalty": 1,
  "max_turns": 1000,
  "first_seat": "seat0",
  "turn_seconds": "off"
 },
 "first": 0,
 "position": "",
 "moves": [
  [
   0,
   "play 3c"
  ],
  [
   1,
   "play 4s"
  ],
  [
   0,
   "play 4h"
  ],
  [
   1,
   "play 5c"
  ],
  [
   0,
   "play 5d"
  ],
  [
   1,
   "draw"
  ],
  [
   0,
   "draw"
  ],
  [
   1,
   "play 4d"
  ],
  [
   0,
   "play Kd"
  ],
  [
   1,
   "play Td"
  ],
  [
   0,
   "draw"
  ],
  [
   1,
   "play 2d 2h"
  ],
  [
   0,
   "draw"
  ],
  [
   1,
   "play 3h"
  ],
  [
   0,
   "play 3s"
  ],
  [
   1,
   "draw"
  ],
  [
   0,
   "play Qs"
  ],
  [
   1,
   "play Js Jh Jd"
  ],
  [
   1,
   "play Ah"
  ],
  [
   1,
   "name diamonds"
  ],
  [
   0,
   "play 7c"
  ],
  [
   1,
   "play 7h"
  ],
  [
   0,
   "play As"
  ],
  [
   0,
   "name hearts"
  ],
  [
   1,
   "play Th"
  ],
  [
   0,
   "play 5h"
  ],
  [
   1,
   "draw"
  ],
  [
   0,
   "play 6h 6c"
  ],
  [
   1,
   "play 8c"
  ],
  [
   0,
   "draw"
  ],
  [
   1,
   "play 2c 2s"
  ],
  [
   0,
   "draw"
  ],
  [
   1,
   "play Ks"
  ],
  [
   0,
   "play 6s"
  ],
  [
   1,
   "draw"
  ],
  [
   0,
   "play 7d"
  ],
  [
   1,
   "play 8s"
  ],
  [
   0,
   "play 9s 9h"
  ],
  [
   1,
   "play 9c"
  ],
  [
   0,
   "play Ac"
  ],
  [
   0,
   "name clubs"
  ],
  [
   1,
   "draw"
  ],
  [
   0,
   "play Ad"
  ],
  [
   0,
   "name clubs"
  ],
  [
   1,
   "play Kc"
  ],
  [
   0,
   "play 4c"
  ]
 ],
 "fair": {
  "commitment": "ce70ba777729c9a21f5d3e2ca2f04a7821857e60d3c127ea0c28a6950f5ca014",
  "secret": "7a2f7e4d6209bc64f0b4afacf0d7bfae56b3973408b6a60daba6dfd56ec42103",
  "additions": [
   "tea for two"
  ]
 },
 "names": [
  "Ana",
  "Ada"
 ],
 "bots": [
  false,
  true
 ],
 "colours": [
  "amber",
  ""
 ],
 "check": "505034daa58e3fb54146e2868b87c7b9ee5d1f8d4729230895687a834c080f5c"
}
','{"entry": {"game": "switch", "deal": "a8e8623e28eaf6b02066f352ff7546de", "turns": 41, "moves": 46, "seats": [{"name": "70f5b664e8970b31f46e8f6a9d737c73", "bot": false, "won": true, "score": 30, "played": 18, "given": 13, "taken": 8}, {"name": "Ada", "bot": true, "won": false, "score": 0, "played": 20, "given": 8, "taken": 13}], "when": "2026-11-18T01:38:39+00:00"}, "names": ["Ana", "Ada"]}');
CREATE TABLE log (
	room INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	at DOUBLE NOT NULL, 
	entry VARCHAR NOT NULL, 
	CONSTRAINT pk_log PRIMARY KEY (room, number), 
	CONSTRAINT fk_log_room FOREIGN KEY(room) REFERENCES rooms (id)
);
INSERT INTO "log" VALUES(1,0,1.79496591680238461487e+09,'{"is":"opened","plan":{"game":"cambio","seats":2,"options":{"start_discard":true,"memory_cards":2,"jokers":2,"draw_from_discard":true,"wrong_call_penalty":10,"caller_locked":false,"matching":"own_turn","match_penalty_cards":1,"empty_grid":"keeps_playing","max_turns_each":60,"look_seconds":4,"memory_aid":false,"first_seat":"seat0","turn_seconds":"off"},"rounds":1,"target":0,"public":false,"watchers":true,"pace":0,"grace":30},"host":"70f5b664e8970b31f46e8f6a9d737c73"}');
INSERT INTO "log" VALUES(1,1,1.79496591680238461487e+09,'{"is":"committed","secret":"f9df1b705f30c740f08896b03672696aec50005b42db738dcc2e735c9d6954df"}');
INSERT INTO "log" VALUES(1,2,1.79496591680238461487e+09,'{"is":"sat","seat":0,"person":"70f5b664e8970b31f46e8f6a9d737c73","name":"Ana","colour":"amber"}');
INSERT INTO "log" VALUES(1,3,1.79496591680238461487e+09,'{"is":"bot_sat","seat":1,"level":"beginner","name":"Ada"}');
INSERT INTO "log" VALUES(1,4,1.79496591687637495997e+09,'{"is":"added","person":"70f5b664e8970b31f46e8f6a9d737c73","text":"tea 0"}');
INSERT INTO "log" VALUES(1,5,1.79496591688312768933e+09,'{"is":"dealt","rules":1}');
INSERT INTO "log" VALUES(1,6,1.79496591689143085478e+09,'{"is":"moved","seat":0,"words":"draw","person":"70f5b664e8970b31f46e8f6a9d737c73","id":"140188504298128-5"}');
INSERT INTO "log" VALUES(1,7,1.79496591692339181904e+09,'{"is":"moved","seat":0,"words":"swap 0","person":"70f5b664e8970b31f46e8f6a9d737c73","id":"140188504298128-7"}');
INSERT INTO "log" VALUES(1,8,1.79496591696085023874e+09,'{"is":"moved","seat":0,"words":"pass","person":"70f5b664e8970b31f46e8f6a9d737c73","id":"140188504298128-9"}');
INSERT INTO "log" VALUES(1,9,1.79496591698115849494e+09,'{"is":"moved","seat":1,"words":"take","by":"bot"}');
INSERT INTO "log" VALUES(1,10,1.79496591700116109842e+09,'{"is":"moved","seat":1,"words":"swap 0","by":"bot"}');
INSERT INTO "log" VALUES(1,11,1.79496591701835751537e+09,'{"is":"moved","seat":0,"words":"draw","person":"70f5b664e8970b31f46e8f6a9d737c73","id":"140188504298128-11"}');
INSERT INTO "log" VALUES(1,12,1.79496591708643865583e+09,'{"is":"moved","seat":0,"words":"swap 1","person":"70f5b664e8970b31f46e8f6a9d737c73","id":"140188504298128-13"}');
INSERT INTO "log" VALUES(2,0,1.79496591725266146661e+09,'{"is":"opened","plan":{"game":"match_mania","seats":2,"options":{"hand_size":7,"decks":1,"start_card":"active","force_play":false,"draw_to_match":false,"play_drawn":true,"stacking":"off","wild_four":"anytime","challenge":false,"jump_in":false,"seven_o":false,"call_out":"auto","max_turns":1000,"bot_delay":8,"first_seat":"seat0","turn_seconds":"off"},"rounds":2,"target":0,"public":false,"watchers":true,"pace":0,"grace":30},"host":"70f5b664e8970b31f46e8f6a9d737c73"}');
INSERT INTO "log" VALUES(2,1,1.79496591725266146661e+09,'{"is":"committed","secret":"67087302d3977b39a94b7d67593b9584ee65069fe9a71b81a07baca13557e7e0"}');
INSERT INTO "log" VALUES(2,2,1.79496591725266146661e+09,'{"is":"sat","seat":0,"person":"70f5b664e8970b31f46e8f6a9d737c73","name":"Ana","colour":"amber"}');
INSERT INTO "log" VALUES(2,3,1.79496591725266146661e+09,'{"is":"bot_sat","seat":1,"level":"beginner","name":"Ada"}');
INSERT INTO "log" VALUES(2,4,1.79496591726956820486e+09,'{"is":"added","person":"70f5b664e8970b31f46e8f6a9d737c73","text":"tea 1"}');
INSERT INTO "log" VALUES(2,5,1.79496591727148413659e+09,'{"is":"dealt","rules":1}');
INSERT INTO "log" VALUES(2,6,1.79496591730315232281e+09,'{"is":"moved","seat":0,"words":"draw","person":"70f5b664e8970b31f46e8f6a9d737c73","id":"140188504298128-18"}');
INSERT INTO "log" VALUES(2,7,1.7949659173184006214e+09,'{"is":"moved","seat":1,"words":"play b5","by":"bot"}');
INSERT INTO "log" VALUES(2,8,1.79496591734842777252e+09,'{"is":"moved","seat":0,"words":"draw","person":"70f5b664e8970b31f46e8f6a9d737c73","id":"140188504298128-20"}');
INSERT INTO "log" VALUES(2,9,1.79496591737432408331e+09,'{"is":"moved","seat":1,"words":"play b7","by":"bot"}');
INSERT INTO "log" VALUES(2,10,1.79496591740444564819e+09,'{"is":"moved","seat":0,"words":"draw","person":"70f5b664e8970b31f46e8f6a9d737c73","id":"140188504298128-22"}');
INSERT INTO "log" VALUES(2,11,1.79496591741955447201e+09,'{"is":"moved","seat":1,"words":"play b9","by":"bot"}');
INSERT INTO "log" VALUES(2,12,1.79496591750686383245e+09,'{"is":"moved","seat":0,"words":"draw","person":"70f5b664e8970b31f46e8f6a9d737c73","id":"140188504298128-24"}');
INSERT INTO "log" VALUES(2,13,1.79496591751522278782e+09,'{"is":"moved","seat":1,"words":"draw","by":"bot"}');
INSERT INTO "log" VALUES(2,14,1.79496591755358457561e+09,'{"is":"moved","seat":0,"words":"draw","person":"70f5b664e8970b31f46e8f6a9d737c73","id":"140188504298128-26"}');
INSERT INTO "log" VALUES(3,0,1.79496591764332056044e+09,'{"is":"opened","plan":{"game":"swap_switch","seats":2,"options":{"hand_size":7,"must_discard":true,"stacking":false,"swap_is_optional":false,"start_card":"dead","max_turns":1000,"first_seat":"seat0","turn_seconds":"off"},"rounds":1,"target":0,"public":false,"watchers":true,"pace":0,"grace":30},"host":"70f5b664e8970b31f46e8f6a9d737c73"}');
INSERT INTO "log" VALUES(3,1,1.79496591764332056044e+09,'{"is":"committed","secret":"ac947cd849f021be2f9f489d8e997630cba0c9184dca5929adcd2f828d3cbb44"}');
INSERT INTO "log" VALUES(3,2,1.79496591764332056044e+09,'{"is":"sat","seat":0,"person":"70f5b664e8970b31f46e8f6a9d737c73","name":"Ana","colour":"amber"}');
INSERT INTO "log" VALUES(3,3,1.79496591764332056044e+09,'{"is":"bot_sat","seat":1,"level":"beginner","name":"Ada"}');
INSERT INTO "log" VALUES(3,4,1.79496591767627644543e+09,'{"is":"added","person":"70f5b664e8970b31f46e8f6a9d737c73","text":"tea 2"}');
INSERT INTO "log" VALUES(3,5,1.7949659176950435638e+09,'{"is":"dealt","rules":1}');
INSERT INTO "log" VALUES(3,6,1.7949659177476761341e+09,'{"is":"moved","seat":0,"words":"play Ac","person":"70f5b664e8970b31f46e8f6a9d737c73","id":"140188504298128-31"}');
INSERT INTO "log" VALUES(3,7,1.79496591777110123637e+09,'{"is":"moved","seat":1,"words":"play Kc","by":"bot"}');
INSERT INTO "log" VALUES(3,8,1.79496591780358505244e+09,'{"is":"moved","seat":0,"words":"play As","person":"70f5b664e8970b31f46e8f6a9d737c73","id":"140188504298128-33"}');
INSERT INTO "log" VALUES(3,9,1.79496591782453036303e+09,'{"is":"moved","seat":1,"words":"play Js","by":"bot"}');
INSERT INTO "log" VALUES(3,10,1.79496591783943176268e+09,'{"is":"moved","seat":1,"words":"swap 0","by":"bot"}');
INSERT INTO "log" VALUES(3,11,1.79496591785803961752e+09,'{"is":"moved","seat":0,"words":"play 2s","person":"70f5b664e8970b31f46e8f6a9d737c73","id":"140188504298128-35"}');
INSERT INTO "log" VALUES(3,12,1794965917.86295,'{"is":"moved","seat":1,"words":"play 9s","by":"bot"}');
INSERT INTO "log" VALUES(3,13,1.79496591788534283636e+09,'{"is":"moved","seat":0,"words":"play 5s","person":"70f5b664e8970b31f46e8f6a9d737c73","id":"140188504298128-37"}');
INSERT INTO "log" VALUES(3,14,1.79496591789555215833e+09,'{"is":"moved","seat":1,"words":"play 6s","by":"bot"}');
INSERT INTO "log" VALUES(3,15,1.79496591793030476572e+09,'{"is":"moved","seat":0,"words":"draw","person":"70f5b664e8970b31f46e8f6a9d737c73","id":"140188504298128-39"}');
INSERT INTO "log" VALUES(3,16,1.79496591793938016891e+09,'{"is":"moved","seat":1,"words":"play Ts","by":"bot"}');
INSERT INTO "log" VALUES(4,0,1.79496591804170060151e+09,'{"is":"opened","plan":{"game":"swish","seats":2,"options":{"hand_size":5,"face_down":"6","match_count":false,"after_pickup":"last_player","voluntary_pickup":false,"play_on":false,"max_turns":1000,"first_seat":"seat0","turn_seconds":"off"},"rounds":1,"target":0,"public":false,"watchers":true,"pace":0,"grace":30},"host":"70f5b664e8970b31f46e8f6a9d737c73"}');
INSERT INTO "log" VALUES(4,1,1.79496591804170060151e+09,'{"is":"committed","secret":"3cf49329725684c55dab36456d425ef9f36fdb43f2addaded97109293cdb7ecb"}');
INSERT INTO "log" VALUES(4,2,1.79496591804170060151e+09,'{"is":"sat","seat":0,"person":"70f5b664e8970b31f46e8f6a9d737c73","name":"Ana","colour":"amber"}');
INSERT INTO "log" VALUES(4,3,1.79496591804170060151e+09,'{"is":"bot_sat","seat":1,"level":"beginner","name":"Ada"}');
INSERT INTO "log" VALUES(4,4,1.79496591809050750733e+09,'{"is":"added","person":"70f5b664e8970b31f46e8f6a9d737c73","text":"tea 3"}');
INSERT INTO "log" VALUES(4,5,1.7949659181950993538e+09,'{"is":"dealt","rules":1}');
INSERT INTO "log" VALUES(4,6,1.79496591826282525061e+09,'{"is":"moved","seat":0,"words":"play 4d","person":"70f5b664e8970b31f46e8f6a9d737c73","id":"140188504298128-44"}');
INSERT INTO "log" VALUES(4,7,1.79496591829036068917e+09,'{"is":"moved","seat":1,"words":"play 2s","by":"bot"}');
INSERT INTO "log" VALUES(4,8,1.79496591831829857823e+09,'{"is":"moved","seat":1,"words":"play 6d 6c","by":"bot"}');
INSERT INTO "log" VALUES(4,9,1.79496591834728121757e+09,'{"is":"moved","seat":0,"words":"play 7h","person":"70f5b664e8970b31f46e8f6a9d737c73","id":"140188504298128-46"}');
INSERT INTO "log" VALUES(4,10,1.79496591836987161631e+09,'{"is":"moved","seat":1,"words":"play Kd Kh","by":"bot"}');
INSERT INTO "log" VALUES(4,11,1.79496591840248560911e+09,'{"is":"moved","seat":0,"words":"play Ad","person":"70f5b664e8970b31f46e8f6a9d737c73","id":"140188504298128-48"}');
INSERT INTO "log" VALUES(4,12,1.79496591843309164044e+09,'{"is":"moved","seat":1,"words":"play Ts","by":"bot"}');
INSERT INTO "log" VALUES(4,13,1.79496591845028233532e+09,'{"is":"moved","seat":1,"words":"play 3d","by":"bot"}');
INSERT INTO "log" VALUES(4,14,1.79496591849299168587e+09,'{"is":"moved","seat":0,"words":"play 6h","person":"70f5b664e8970b31f46e8f6a9d737c73","id":"140188504298128-50"}');
INSERT INTO "log" VALUES(4,15,1.79496591851149940493e+09,'{"is":"moved","seat":1,"words":"play 7d","by":"bot"}');
INSERT INTO "log" VALUES(4,16,1.7949659185482308865e+09,'{"is":"moved","seat":0,"words":"play Jc","person":"70f5b664e8970b31f46e8f6a9d737c73","id":"140188504298128-52"}');
INSERT INTO "log" VALUES(4,17,1.79496591857170963288e+09,'{"is":"moved","seat":1,"words":"play Jd","by":"bot"}');
INSERT INTO "log" VALUES(5,0,1.79496591868008208278e+09,'{"is":"opened","plan":{"game":"switch","seats":2,"options":{"hand_size":"auto","finish_on_trick":false,"mode":"standard","interrupts":false,"chains":false,"start_card":"dead","last_card_penalty":2,"timeout_penalty":1,"max_turns":1000,"first_seat":"seat0","turn_seconds":"off"},"rounds":1,"target":0,"public":false,"watchers":true,"pace":0,"grace":30},"host":"70f5b664e8970b31f46e8f6a9d737c73"}');
INSERT INTO "log" VALUES(5,1,1.79496591868008208278e+09,'{"is":"committed","secret":"edb5074618d654853297c0d4e7bc346a2d01d0ff41a4132891afd59dc8f7c1d7"}');
INSERT INTO "log" VALUES(5,2,1.79496591868008208278e+09,'{"is":"sat","seat":0,"person":"70f5b664e8970b31f46e8f6a9d737c73","name":"Ana","colour":"amber"}');
INSERT INTO "log" VALUES(5,3,1.79496591868008208278e+09,'{"is":"bot_sat","seat":1,"level":"beginner","name":"Ada"}');
INSERT INTO "log" VALUES(5,4,1.79496591870706915855e+09,'{"is":"added","person":"70f5b664e8970b31f46e8f6a9d737c73","text":"tea 4"}');
INSERT INTO "log" VALUES(5,5,1.79496591872200250629e+09,'{"is":"dealt","rules":1}');
INSERT INTO "log" VALUES(5,6,1.79496591877860879899e+09,'{"is":"moved","seat":0,"words":"play Jd","person":"70f5b664e8970b31f46e8f6a9d737c73","id":"140188504298128-57"}');
INSERT INTO "log" VALUES(5,7,1.7949659188145508766e+09,'{"is":"moved","seat":0,"words":"play 4d","person":"70f5b664e8970b31f46e8f6a9d737c73","id":"140188504298128-59"}');
INSERT INTO "log" VALUES(5,8,1.7949659188422579765e+09,'{"is":"moved","seat":1,"words":"play Ah Ad","by":"bot"}');
INSERT INTO "log" VALUES(5,9,1.79496591887011504177e+09,'{"is":"moved","seat":1,"words":"name hearts","by":"bot"}');
INSERT INTO "log" VALUES(5,10,1.7949659189102740288e+09,'{"is":"moved","seat":0,"words":"play 9h 9s","person":"70f5b664e8970b31f46e8f6a9d737c73","id":"140188504298128-61"}');
INSERT INTO "log" VALUES(5,11,1.79496591895222973823e+09,'{"is":"moved","seat":1,"words":"draw","by":"bot"}');
INSERT INTO "log" VALUES(5,12,1.79496591897823739051e+09,'{"is":"moved","seat":0,"words":"play 7h 7s","person":"70f5b664e8970b31f46e8f6a9d737c73","id":"140188504298128-63"}');
INSERT INTO "log" VALUES(5,13,1.79496591898129415508e+09,'{"is":"moved","seat":1,"words":"play 9d","by":"bot"}');
INSERT INTO "log" VALUES(5,14,1.79496591900390529633e+09,'{"is":"moved","seat":0,"words":"draw","person":"70f5b664e8970b31f46e8f6a9d737c73","id":"140188504298128-65"}');
INSERT INTO "log" VALUES(5,15,1.79496591901545596119e+09,'{"is":"moved","seat":1,"words":"play 8d","by":"bot"}');
INSERT INTO "log" VALUES(6,0,1.79496591902677845959e+09,'{"is":"opened","plan":{"game":"cambio","seats":2,"options":{"start_discard":true,"memory_cards":2,"jokers":2,"draw_from_discard":true,"wrong_call_penalty":10,"caller_locked":false,"matching":"own_turn","match_penalty_cards":1,"empty_grid":"keeps_playing","max_turns_each":60,"look_seconds":4,"memory_aid":false,"first_seat":"seat0","turn_seconds":"off"},"rounds":1,"target":0,"public":false,"watchers":true,"pace":0,"grace":30},"host":"70f5b664e8970b31f46e8f6a9d737c73"}');
INSERT INTO "log" VALUES(6,1,1.79496591902677845959e+09,'{"is":"committed","secret":"22f73d8297d0dd4aa7084a23c5205d55cb958a33e1580ff5d313a2f678aad700"}');
INSERT INTO "log" VALUES(6,2,1.79496591902677845959e+09,'{"is":"sat","seat":0,"person":"70f5b664e8970b31f46e8f6a9d737c73","name":"Ana","colour":"amber"}');
INSERT INTO "log" VALUES(6,3,1.79496591902677845959e+09,'{"is":"bot_sat","seat":1,"level":"beginner","name":"Ada"}');
INSERT INTO "log" VALUES(6,4,1.79496591903973174092e+09,'{"is":"added","person":"70f5b664e8970b31f46e8f6a9d737c73","text":"not dealt yet"}');
INSERT INTO "log" VALUES(7,0,1.79496591905570769317e+09,'{"is":"opened","plan":{"game":"switch","seats":2,"options":{"hand_size":"auto","finish_on_trick":false,"mode":"standard","interrupts":false,"chains":false,"start_card":"dead","last_card_penalty":2,"timeout_penalty":1,"max_turns":1000,"first_seat":"seat0","turn_seconds":"off"},"rounds":1,"target":0,"public":false,"watchers":true,"pace":0,"grace":30},"host":"70f5b664e8970b31f46e8f6a9d737c73"}');
INSERT INTO "log" VALUES(7,1,1.79496591905570769317e+09,'{"is":"committed","secret":"7a2f7e4d6209bc64f0b4afacf0d7bfae56b3973408b6a60daba6dfd56ec42103"}');
INSERT INTO "log" VALUES(7,2,1.79496591905570769317e+09,'{"is":"sat","seat":0,"person":"70f5b664e8970b31f46e8f6a9d737c73","name":"Ana","colour":"amber"}');
INSERT INTO "log" VALUES(7,3,1.79496591905570769317e+09,'{"is":"bot_sat","seat":1,"level":"beginner","name":"Ada"}');
INSERT INTO "log" VALUES(7,4,1.79496591907790684701e+09,'{"is":"added","person":"70f5b664e8970b31f46e8f6a9d737c73","text":"tea for two"}');
INSERT INTO "log" VALUES(7,5,1.79496591908687138554e+09,'{"is":"dealt","rules":1}');
INSERT INTO "log" VALUES(7,6,1.79496591911435723299e+09,'{"is":"moved","seat":0,"words":"play 3c","person":"70f5b664e8970b31f46e8f6a9d737c73","id":"140188504298128-72"}');
INSERT INTO "log" VALUES(7,7,1.79496591913713788983e+09,'{"is":"moved","seat":1,"words":"play 4s","by":"bot"}');
INSERT INTO "log" VALUES(7,8,1.79496591917022275917e+09,'{"is":"moved","seat":0,"words":"play 4h","person":"70f5b664e8970b31f46e8f6a9d737c73","id":"140188504298128-74"}');
INSERT INTO "log" VALUES(7,9,1.79496591919112133978e+09,'{"is":"moved","seat":1,"words":"play 5c","by":"bot"}');
INSERT INTO "log" VALUES(7,10,1.79496591922606158258e+09,'{"is":"moved","seat":0,"words":"play 5d","person":"70f5b664e8970b31f46e8f6a9d737c73","id":"140188504298128-76"}');
INSERT INTO "log" VALUES(7,11,1.79496591924198889735e+09,'{"is":"moved","seat":1,"words":"draw","by":"bot"}');
INSERT INTO "log" VALUES(7,12,1.79496591927009916302e+09,'{"is":"moved","seat":0,"words":"draw","person":"70f5b664e8970b31f46e8f6a9d737c73","id":"140188504298128-78"}');
INSERT INTO "log" VALUES(7,13,1.79496591927622103695e+09,'{"is":"moved","seat":1,"words":"play 4d","by":"bot"}');
INSERT INTO "log" VALUES(7,14,1.79496591929451155666e+09,'{"is":"moved","seat":0,"words":"play Kd","person":"70f5b664e8970b31f46e8f6a9d737c73","id":"140188504298128-80"}');
INSERT INTO "log" VALUES(7,15,1.79496591930148673057e+09,'{"is":"moved","seat":1,"words":"play Td","by":"bot"}');
INSERT INTO "log" VALUES(7,16,1.79496591932652068139e+09,'{"is":"moved","seat":0,"words":"draw","person":"70f5b664e8970b31f46e8f6a9d737c73","id":"140188504298128-82"}');
INSERT INTO "log" VALUES(7,17,1.79496591933844327928e+09,'{"is":"moved","seat":1,"words":"play 2d 2h","by":"bot"}');
INSERT INTO "log" VALUES(7,18,1.79496591934982085234e+09,'{"is":"moved","seat":0,"words":"draw","person":"70f5b664e8970b31f46e8f6a9d737c73","id":"140188504298128-84"}');
INSERT INTO "log" VALUES(7,19,1.7949659193578836918e+09,'{"is":"moved","seat":1,"words":"play 3h","by":"bot"}');
INSERT INTO "log" VALUES(7,20,1.79496591937212419511e+09,'{"is":"moved","seat":0,"words":"play 3s","person":"70f5b664e8970b31f46e8f6a9d737c73","id":"140188504298128-86"}');
INSERT INTO "log" VALUES(7,21,1.79496591938047146794e+09,'{"is":"moved","seat":1,"words":"draw","by":"bot"}');
INSERT INTO "log" VALUES(7,22,1.79496591939927840238e+09,'{"is":"moved","seat":0,"words":"play Qs","person":"70f5b664e8970b31f46e8f6a9d737c73","id":"140188504298128-88"}');
INSERT INTO "log" VALUES(7,23,1.79496591941327524183e+09,'{"is":"moved","seat":1,"words":"play Js Jh Jd","by":"bot"}');
INSERT INTO "log" VALUES(7,24,1.79496591941900682449e+09,'{"is":"moved","seat":1,"words":"play Ah","by":"bot"}');
INSERT INTO "log" VALUES(7,25,1.79496591942761039729e+09,'{"is":"moved","seat":1,"words":"name diamonds","by":"bot"}');
INSERT INTO "log" VALUES(7,26,1.79496591945978927612e+09,'{"is":"moved","seat":0,"words":"play 7c","person":"70f5b664e8970b31f46e8f6a9d737c73","id":"140188504298128-90"}');
INSERT INTO "log" VALUES(7,27,1.79496591947557830809e+09,'{"is":"moved","seat":1,"words":"play 7h","by":"bot"}');
INSERT INTO "log" VALUES(7,28,1.79496591949164628976e+09,'{"is":"moved","seat":0,"words":"play As","person":"70f5b664e8970b31f46e8f6a9d737c73","id":"140188504298128-92"}');
INSERT INTO "log" VALUES(7,29,1.79496591951531791683e+09,'{"is":"moved","seat":0,"words":"name hearts","person":"70f5b664e8970b31f46e8f6a9d737c73","id":"140188504298128-94"}');
INSERT INTO "log" VALUES(7,30,1.79496591953218531615e+09,'{"is":"moved","seat":1,"words":"play Th","by":"bot"}');
INSERT INTO "log" VALUES(7,31,1.79496591954697632788e+09,'{"is":"moved","seat":0,"words":"play 5h","person":"70f5b664e8970b31f46e8f6a9d737c73","id":"140188504298128-96"}');
INSERT INTO "log" VALUES(7,32,1.79496591955839395523e+09,'{"is":"moved","seat":1,"words":"draw","by":"bot"}');
INSERT INTO "log" VALUES(7,33,1.79496591957643079756e+09,'{"is":"moved","seat":0,"words":"play 6h 6c","person":"70f5b664e8970b31f46e8f6a9d737c73","id":"140188504298128-98"}');
INSERT INTO "log" VALUES(7,34,1.79496591959273743633e+09,'{"is":"moved","seat":1,"words":"play 8c","by":"bot"}');
INSERT INTO "log" VALUES(7,35,1.7949659196120975017e+09,'{"is":"moved","seat":0,"words":"draw","person":"70f5b664e8970b31f46e8f6a9d737c73","id":"140188504298128-100"}');
INSERT INTO "log" VALUES(7,36,1.79496591962409448618e+09,'{"is":"moved","seat":1,"words":"play 2c 2s","by":"bot"}');
INSERT INTO "log" VALUES(7,37,1.79496591964178919785e+09,'{"is":"moved","seat":0,"words":"draw","person":"70f5b664e8970b31f46e8f6a9d737c73","id":"140188504298128-102"}');
INSERT INTO "log" VALUES(7,38,1.7949659196505570412e+09,'{"is":"moved","seat":1,"words":"play Ks","by":"bot"}');
INSERT INTO "log" VALUES(7,39,1.7949659196648504734e+09,'{"is":"moved","seat":0,"words":"play 6s","person":"70f5b664e8970b31f46e8f6a9d737c73","id":"140188504298128-104"}');
INSERT INTO "log" VALUES(7,40,1.79496591968025803569e+09,'{"is":"moved","seat":1,"words":"draw","by":"bot"}');
INSERT INTO "log" VALUES(7,41,1.79496591970017457004e+09,'{"is":"moved","seat":0,"words":"play 7d","person":"70f5b664e8970b31f46e8f6a9d737c73","id":"140188504298128-106"}');
INSERT INTO "log" VALUES(7,42,1.79496591970901298515e+09,'{"is":"moved","seat":1,"words":"play 8s","by":"bot"}');
INSERT INTO "log" VALUES(7,43,1794965919.72886,'{"is":"moved","seat":0,"words":"play 9s 9h","person":"70f5b664e8970b31f46e8f6a9d737c73","id":"140188504298128-108"}');
INSERT INTO "log" VALUES(7,44,1.79496591974196505548e+09,'{"is":"moved","seat":1,"words":"play 9c","by":"bot"}');
INSERT INTO "log" VALUES(7,45,1.79496591976668620109e+09,'{"is":"moved","seat":0,"words":"play Ac","person":"70f5b664e8970b31f46e8f6a9d737c73","id":"140188504298128-110"}');
INSERT INTO "log" VALUES(7,46,1.79496591979464650149e+09,'{"is":"moved","seat":0,"words":"name clubs","person":"70f5b664e8970b31f46e8f6a9d737c73","id":"140188504298128-112"}');
INSERT INTO "log" VALUES(7,47,1.7949659198083178997e+09,'{"is":"moved","seat":1,"words":"draw","by":"bot"}');
INSERT INTO "log" VALUES(7,48,1.79496591983562469481e+09,'{"is":"moved","seat":0,"words":"play Ad","person":"70f5b664e8970b31f46e8f6a9d737c73","id":"140188504298128-114"}');
INSERT INTO "log" VALUES(7,49,1.79496591986389923091e+09,'{"is":"moved","seat":0,"words":"name clubs","person":"70f5b664e8970b31f46e8f6a9d737c73","id":"140188504298128-116"}');
INSERT INTO "log" VALUES(7,50,1.79496591987488842007e+09,'{"is":"moved","seat":1,"words":"play Kc","by":"bot"}');
INSERT INTO "log" VALUES(7,51,1.79496591994617772105e+09,'{"is":"moved","seat":0,"words":"play 4c","person":"70f5b664e8970b31f46e8f6a9d737c73","id":"140188504298128-118"}');
INSERT INTO "log" VALUES(7,52,1.79496591996992707249e+09,'{"is":"ended","replay":"2X9lkrQMfx98zURiY-a4xg"}');
INSERT INTO "log" VALUES(7,53,1.79496591996992707249e+09,'{"is":"committed","secret":"5c7a3f3790540111bd3513b0d72f70631b588b0955d0aeff02816a04d6c45457"}');
CREATE TABLE meta (
	"key" VARCHAR NOT NULL, 
	value VARCHAR NOT NULL, 
	CONSTRAINT pk_meta PRIMARY KEY ("key")
);
INSERT INTO "meta" VALUES('key','24870057c5e7f012f1dd23cc68435d42905c14432b4cef87542b00d78d3ad43e');
CREATE TABLE people (
	id VARCHAR NOT NULL, 
	name VARCHAR NOT NULL, 
	colour VARCHAR NOT NULL, 
	made_at DOUBLE NOT NULL, 
	seen_at DOUBLE NOT NULL, 
	CONSTRAINT pk_people PRIMARY KEY (id)
);
INSERT INTO "people" VALUES('70f5b664e8970b31f46e8f6a9d737c73','Ana','amber',1.79496591630112099649e+09,1.79496591630112099649e+09);
CREATE TABLE played (
	game VARCHAR NOT NULL, 
	seat INTEGER NOT NULL, 
	person VARCHAR NOT NULL, 
	ended_at DOUBLE NOT NULL, 
	CONSTRAINT pk_played PRIMARY KEY (game, seat), 
	CONSTRAINT fk_played_game FOREIGN KEY(game) REFERENCES games (id)
);
INSERT INTO "played" VALUES('2X9lkrQMfx98zURiY-a4xg',0,'70f5b664e8970b31f46e8f6a9d737c73',1.79496591996992707249e+09);
CREATE TABLE rooms (
	id INTEGER NOT NULL, 
	code VARCHAR NOT NULL, 
	owner VARCHAR, 
	public BOOLEAN NOT NULL, 
	phase VARCHAR NOT NULL, 
	game VARCHAR NOT NULL, 
	seats INTEGER NOT NULL, 
	taken INTEGER NOT NULL, 
	watchers BOOLEAN NOT NULL, 
	host_name VARCHAR NOT NULL, 
	made_at DOUBLE NOT NULL, 
	changed_at DOUBLE NOT NULL, 
	CONSTRAINT pk_rooms PRIMARY KEY (id), 
	CONSTRAINT uq_rooms_code UNIQUE (code)
);
INSERT INTO "rooms" VALUES(1,'VBSVGB','house',0,'playing','cambio',2,2,1,'Ana',1.79496591680238461487e+09,1.79496591688312768933e+09);
INSERT INTO "rooms" VALUES(2,'NJVGGF','house',0,'playing','match_mania',2,2,1,'Ana',1.79496591725266146661e+09,1.79496591727148413659e+09);
INSERT INTO "rooms" VALUES(3,'PTGKLT','house',0,'playing','swap_switch',2,2,1,'Ana',1.79496591764332056044e+09,1.7949659176950435638e+09);
INSERT INTO "rooms" VALUES(4,'DTKWVX','house',0,'playing','swish',2,2,1,'Ana',1.79496591804170060151e+09,1.7949659181950993538e+09);
INSERT INTO "rooms" VALUES(5,'KMKZVC','house',0,'playing','switch',2,2,1,'Ana',1.79496591868008208278e+09,1.79496591872200250629e+09);
INSERT INTO "rooms" VALUES(6,'TTFWPZ','house',0,'gathering','cambio',2,2,1,'Ana',1.79496591902677845959e+09,1.79496591903973174092e+09);
INSERT INTO "rooms" VALUES(7,'HKXJPN','house',0,'over','switch',2,2,1,'Ana',1.79496591905570769317e+09,1.79496591996992707249e+09);
CREATE TABLE servers (
	name VARCHAR NOT NULL, 
	epoch INTEGER NOT NULL, 
	alive_at DOUBLE NOT NULL, 
	CONSTRAINT pk_servers PRIMARY KEY (name)
);
INSERT INTO "servers" VALUES('house',1,1.7949659199386017323e+09);
CREATE INDEX ix_people_seen_at ON people (seen_at);
CREATE INDEX ix_codes_person ON codes (person);
CREATE INDEX ix_rooms_lobby ON rooms (public, phase, made_at);
CREATE INDEX ix_rooms_phase ON rooms (phase, owner);
CREATE INDEX ix_played_person ON played (person, ended_at, game);
COMMIT;
