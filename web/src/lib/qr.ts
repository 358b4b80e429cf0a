/** QR codes for links: bytes, versions 1 to 6, error correction M, or L where M is too small. ISO/IEC 18004. */

type Level = "L" | "M";

/** For each version: data bytes per block, blocks, and correction bytes per block. */
const SIZES: Record<Level, [data: number, blocks: number, correction: number][]> = {
  L: [[19, 1, 7], [34, 1, 10], [55, 1, 15], [80, 1, 20], [108, 1, 26], [68, 2, 18]],
  M: [[16, 1, 10], [28, 1, 16], [44, 1, 26], [32, 2, 18], [43, 2, 24], [27, 4, 16]],
};
const LEVEL_BITS: Record<Level, number> = { L: 1, M: 0 };
/** Mode and length take 12 bits before the bytes. */
const HEAD = 2;

const MASKS: ((row: number, column: number) => boolean)[] = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];

export type Matrix = boolean[][];

/** The dark modules of a text's code, row by row; null if the text is too long. */
export function qr(text: string, forced?: number): Matrix | null {
  const bytes = [...new TextEncoder().encode(text)];
  for (const level of ["M", "L"] as const) {
    const version = SIZES[level].findIndex(([data, blocks]) => bytes.length + HEAD <= data * blocks) + 1;
    if (version) return drawn(version, level, codewords(bytes, version, level), forced);
  }
  return null;
}

/** The dark modules as the path of an SVG, each row in runs, with its upper left module at (0, 0). */
export function pathOf(matrix: Matrix): string {
  return matrix.map((row, y) => runs(row).map(([x, width]) => `M${x} ${y}h${width}v1h-${width}z`).join("")).join("");
}

function runs(row: boolean[]): [number, number][] {
  const found: [number, number][] = [];
  row.forEach((dark, x) => {
    const last = found.at(-1);
    if (dark && last && last[0] + last[1] === x) last[1] += 1;
    else if (dark) found.push([x, 1]);
  });
  return found;
}

// ---- the bytes -------------------------------------------------------------------------------------------------------

/** Data and correction of all blocks in drawing order. */
function codewords(bytes: number[], version: number, level: Level): number[] {
  const [size, count, correction] = SIZES[level][version - 1]!;
  const data = padded(bytes, size * count);
  const blocks = Array.from({ length: count }, (_, i) => data.slice(i * size, (i + 1) * size));
  const checks = blocks.map((block) => remainder(block, correction));
  return [...interleaved(blocks), ...interleaved(checks)];
}

function padded(bytes: number[], length: number): number[] {
  // four bits of mode and eight of length shift every byte by half a byte
  const halves = [4, bytes.length >> 4, bytes.length & 15, ...bytes.flatMap((byte) => [byte >> 4, byte & 15]), 0];
  const data = Array.from({ length: halves.length / 2 }, (_, i) => (halves[2 * i]! << 4) | halves[2 * i + 1]!);
  for (let i = 0; data.length < length; i++) data.push(i % 2 ? 17 : 236);
  return data;
}

function interleaved(blocks: number[][]): number[] {
  return blocks[0]!.flatMap((_, i) => blocks.map((block) => block[i]!));
}

const EXP: number[] = [1];
for (let i = 1; i < 255; i++) EXP.push((EXP[i - 1]! << 1) ^ (EXP[i - 1]! & 128 ? 285 : 0));
const LOG = new Map(EXP.map((value, i) => [value, i]));

function times(one: number, other: number): number {
  return one && other ? EXP[(LOG.get(one)! + LOG.get(other)!) % 255]! : 0;
}

/** Reed–Solomon: the remainder of the data divided by the generator of this many bytes. */
function remainder(data: number[], length: number): number[] {
  let generator = [1];
  for (let i = 0; i < length; i++) {
    const next = [...generator, 0];
    generator.forEach((factor, place) => (next[place + 1]! ^= times(factor, EXP[i]!)));
    generator = next;
  }
  const rest: number[] = Array<number>(length).fill(0);
  for (const byte of data) {
    const lead = byte ^ rest.shift()!;
    rest.push(0);
    generator.slice(1).forEach((factor, place) => (rest[place]! ^= times(factor, lead)));
  }
  return rest;
}

// ---- the drawing -----------------------------------------------------------------------------------------------------

function drawn(version: number, level: Level, words: number[], forced?: number): Matrix {
  const size = 17 + 4 * version;
  const base: (boolean | null)[][] = Array.from({ length: size }, () => Array<boolean | null>(size).fill(null));
  drawPatterns(base, version);
  const free = pathOfData(base);
  const bits = words.flatMap((word) => Array.from({ length: 8 }, (_, i) => Boolean((word >> (7 - i)) & 1)));
  const candidates = MASKS.map((mask, number) => {
    const matrix = base.map((row) => row.map(Boolean));
    free.forEach(([r, c], i) => (matrix[r]![c] = (bits[i] ?? false) !== mask(r, c)));
    drawFormat(matrix, (LEVEL_BITS[level] << 3) | number);
    return matrix;
  });
  if (forced !== undefined) return candidates[forced]!;
  return candidates.reduce((best, matrix) => (penalty(matrix) < penalty(best) ? matrix : best));
}

/** Finders, timing and alignment pattern; the place of the format is reserved too. */
function drawPatterns(matrix: (boolean | null)[][], version: number): void {
  const size = matrix.length;
  const square = (row: number, column: number, reach: number, isDark: (ring: number) => boolean) => {
    for (let r = -reach; r <= reach; r++) {
      for (let c = -reach; c <= reach; c++) {
        const line = matrix[row + r];
        if (line && column + c >= 0 && column + c < size) line[column + c] = isDark(Math.max(Math.abs(r), Math.abs(c)));
      }
    }
  };
  for (let i = 0; i < size; i++) matrix[6]![i] = matrix[i]![6] = i % 2 === 0;
  for (const [row, column] of [[3, 3], [3, size - 4], [size - 4, 3]] as const) square(row, column, 4, (ring) => ring !== 2 && ring !== 4);
  if (version > 1) square(size - 7, size - 7, 2, (ring) => ring !== 1);
  for (const [row, column] of formatPlaces(size).flat()) matrix[row]![column] = false;
  matrix[size - 8]![8] = true;
}

/** The modules left for data, from the lower right in columns of two, up and down in turn. */
function pathOfData(matrix: (boolean | null)[][]): [number, number][] {
  const size = matrix.length;
  const found: [number, number][] = [];
  let isUp = true;
  for (let right = size - 1; right > 0; right -= 2, isUp = !isUp) {
    if (right === 6) right -= 1;
    for (let i = 0; i < size; i++) {
      const row = isUp ? size - 1 - i : i;
      for (const column of [right, right - 1]) if (matrix[row]![column] === null) found.push([row, column]);
    }
  }
  return found;
}

/** Where the 15 bits of the format go, the highest first, twice. */
function formatPlaces(size: number): [number, number][][] {
  const along = [0, 1, 2, 3, 4, 5, 7, 8];
  const first = [...along.map((c) => [8, c]), ...[7, 5, 4, 3, 2, 1, 0].map((r) => [r, 8])] as [number, number][];
  const second = [
    ...Array.from({ length: 7 }, (_, i) => [size - 1 - i, 8]),
    ...Array.from({ length: 8 }, (_, i) => [8, size - 8 + i]),
  ] as [number, number][];
  return [first, second];
}

function drawFormat(matrix: Matrix, format: number): void {
  let rest = format << 10;
  for (let bit = 14; bit >= 10; bit--) if (rest & (1 << bit)) rest ^= 0b10100110111 << (bit - 10);
  const bits = ((format << 10) | rest) ^ 0b101010000010010;
  for (const places of formatPlaces(matrix.length)) {
    places.forEach(([row, column], i) => (matrix[row]![column] = Boolean((bits >> (14 - i)) & 1)));
  }
}

/** The penalty score of a code: runs, blocks, patterns like a finder, and imbalance. */
export function penalty(matrix: Matrix): number {
  const size = matrix.length;
  const columns = matrix.map((_, i) => matrix.map((row) => row[i]!));
  const lines = [...matrix, ...columns];
  let sum = 0;
  for (const line of lines) {
    const text = line.map(Number).join("");
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
    for (let i = 0; i + 11 <= size; i++) if (/^(10111010000|00001011101)$/.test(text.slice(i, i + 11))) sum += 40;
  }
  for (let r = 1; r < size; r++) {
    for (let c = 1; c < size; c++) {
      const kind = matrix[r]![c];
      if (matrix[r - 1]![c] === kind && matrix[r]![c - 1] === kind && matrix[r - 1]![c - 1] === kind) sum += 3;
    }
  }
  const dark = matrix.flat().filter(Boolean).length;
  return sum + 10 * Math.floor(Math.abs((dark * 20) / size ** 2 - 10));
}
