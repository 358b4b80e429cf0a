/** Draws our icon as PNG pictures, which some systems need for an installed app. It can draw only what the icon consists of: rectangles
 * with rounded corners, some of them turned, and one line. */

import { crc32, deflateSync } from "node:zlib";

interface Point {
  x: number;
  y: number;
}

interface Shape {
  /** The distance of a point from the edge; negative inside. */
  distance(point: Point): number;
  colour: [number, number, number];
}

const attribute = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
const number = (tag: string, name: string) => Number(attribute(tag, name) ?? 0);
const colourOf = (text = "") => [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16)) as Shape["colour"];

/** The shapes of a picture, from back to front. */
export function shapesOf(svg: string): Shape[] {
  return [...svg.matchAll(/<(rect|path|\w+)\b[^>]*>/g)].flatMap(([tag, kind]) => {
    if (kind === "rect") return [rectangle(tag)];
    if (kind === "path") return [line(tag)];
    if (kind === "svg") return [];
    throw new Error(`The icon can't be drawn: <${kind}> is not known.`);
  });
}

function rectangle(tag: string): Shape {
  const [width, height, round] = [number(tag, "width") / 2, number(tag, "height") / 2, number(tag, "rx")];
  const middle = { x: number(tag, "x") + width, y: number(tag, "y") + height };
  const [angle = 0, turnX = 0, turnY = 0] = (/rotate\(([^)]*)\)/.exec(attribute(tag, "transform") ?? "")?.[1] ?? "").split(" ").map(Number);
  const [cos, sin] = [Math.cos((-angle * Math.PI) / 180), Math.sin((-angle * Math.PI) / 180)];
  return {
    colour: colourOf(attribute(tag, "fill")),
    distance(point) {
      const [dx, dy] = [point.x - turnX, point.y - turnY];
      const x = Math.abs(turnX + dx * cos - dy * sin - middle.x) - width + round;
      const y = Math.abs(turnY + dx * sin + dy * cos - middle.y) - height + round;
      return Math.hypot(Math.max(x, 0), Math.max(y, 0)) + Math.min(Math.max(x, y), 0) - round;
    },
  };
}

function line(tag: string): Shape {
  const points = pointsOf(attribute(tag, "d") ?? "");
  const half = number(tag, "stroke-width") / 2;
  return {
    colour: colourOf(attribute(tag, "stroke")),
    distance: (point) => Math.min(...points.slice(1).map((end, i) => fromSegment(point, points[i] as Point, end))) - half,
  };
}

function fromSegment(point: Point, start: Point, end: Point): number {
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const along = ((point.x - start.x) * dx + (point.y - start.y) * dy) / (dx * dx + dy * dy || 1);
  const part = Math.min(1, Math.max(0, along));
  return Math.hypot(point.x - start.x - part * dx, point.y - start.y - part * dy);
}

/** The corners of a path of straight lines and parts of circles, which become many short lines. */
function pointsOf(path: string): Point[] {
  const points: Point[] = [];
  for (const [, command = "", rest = ""] of path.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)) {
    const numbers = (rest.match(/-?\d*\.?\d+/g) ?? []).map(Number);
    const last = points.at(-1) ?? { x: 0, y: 0 };
    if (command === "M") for (let i = 0; i < numbers.length; i += 2) points.push({ x: numbers[i] as number, y: numbers[i + 1] as number });
    else if (command === "h") points.push({ x: last.x + (numbers[0] as number), y: last.y });
    else if (command === "a") points.push(...arc(last, numbers));
    else throw new Error(`The icon can't be drawn: the command ${command} is not known.`);
  }
  return points;
}

const PIECES = 24;

/** A part of a circle from a point: radius twice, no turn, whether it is the larger part, its direction, and where it ends. */
function arc(from: Point, [radius = 0, , , isLarge, isClockwise, dx = 0, dy = 0]: number[]): Point[] {
  const half = Math.hypot(dx, dy) / 2;
  const height = Math.sqrt(Math.max(0, radius * radius - half * half)) * (isLarge === isClockwise ? -1 : 1);
  const middle = { x: from.x + dx / 2 - (height * dy) / (2 * half), y: from.y + dy / 2 + (height * dx) / (2 * half) };
  const start = Math.atan2(from.y - middle.y, from.x - middle.x);
  let sweep = Math.atan2(from.y + dy - middle.y, from.x + dx - middle.x) - start;
  if (isClockwise && sweep < 0) sweep += 2 * Math.PI;
  if (!isClockwise && sweep > 0) sweep -= 2 * Math.PI;
  const r = Math.hypot(from.x - middle.x, from.y - middle.y);
  return Array.from({ length: PIECES }, (_, i) => {
    const angle = start + (sweep * (i + 1)) / PIECES;
    return { x: middle.x + r * Math.cos(angle), y: middle.y + r * Math.sin(angle) };
  });
}

/** Draw a picture of 32 units as a PNG of this many pixels. `margin` units of `ground` are put around it. */
export function drawn(svg: string, size: number, margin = 0, ground = ""): Uint8Array {
  const shapes = shapesOf(svg);
  const scale = size / (32 + 2 * margin);
  const rows = new Uint8Array(size * (1 + 4 * size));
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const point = { x: (x + 0.5) / scale - margin, y: (y + 0.5) / scale - margin };
      let [colour, alpha] = [ground ? colourOf(ground) : [0, 0, 0], ground ? 1 : 0];
      for (const shape of shapes) {
        const cover = Math.min(1, Math.max(0, 0.5 - shape.distance(point) * scale));
        const both = cover + alpha * (1 - cover);
        if (cover) colour = colour.map((one, i) => ((shape.colour[i] as number) * cover + one * alpha * (1 - cover)) / both);
        alpha = both;
      }
      rows.set([...colour.map(Math.round), Math.round(alpha * 255)], y * (1 + 4 * size) + 1 + 4 * x);
    }
  return png(size, rows);
}

function png(size: number, rows: Uint8Array): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 6], 8); // eight bits for red, green, blue and opacity
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
