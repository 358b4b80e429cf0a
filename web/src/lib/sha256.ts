/** SHA-256 (FIPS 180-4). Browsers offer it on secure pages only, and a house on a home network is often plain HTTP. */

const K = new Uint32Array(64);
const FIRST = new Uint32Array(8);
{
  // the first 32 bits of the fractional parts of the cube and square roots of the first primes
  const isPrime = (n: number) => !Array.from({ length: n - 2 }, (_, i) => i + 2).some((d) => n % d === 0);
  const primes = Array.from({ length: 310 }, (_, i) => i + 2).filter(isPrime);
  const fraction = (x: number) => Math.floor((x - Math.floor(x)) * 2 ** 32);
  for (let i = 0; i < 64; i++) K[i] = fraction(Math.cbrt(primes[i]!));
  for (let i = 0; i < 8; i++) FIRST[i] = fraction(Math.sqrt(primes[i]!));
}

const turned = (x: number, by: number) => (x >>> by) | (x << (32 - by));

/** The hash of bytes, as 64 hexadecimal digits. */
export function sha256(bytes: Uint8Array): string {
  const padded = new Uint8Array(((bytes.length + 72) >> 6) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const data = new DataView(padded.buffer);
  data.setUint32(padded.length - 4, bytes.length * 8);
  const hash = FIRST.slice();
  const w = new Uint32Array(64);
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 64; i++) w[i] = i < 16 ? data.getUint32(at + 4 * i) : w[i - 16]! + low(w[i - 15]!) + w[i - 7]! + high(w[i - 2]!);
    compress(hash, w);
  }
  return Array.from(hash, (word) => word.toString(16).padStart(8, "0")).join("");
}

const low = (x: number) => turned(x, 7) ^ turned(x, 18) ^ (x >>> 3);
const high = (x: number) => turned(x, 17) ^ turned(x, 19) ^ (x >>> 10);

function compress(hash: Uint32Array, w: Uint32Array): void {
  let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i++) {
    const first = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + K[i]! + w[i]!) | 0;
    const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i]! += word));
}
