/** Headers of private keys in PEM, OpenSSH, PGP and PuTTY format. Text about keys does not start with one. */
const header = /^\s{0,100}(?:-{4,5} ?BEGIN (?:[A-Z0-9 ]{0,40} )?PRIVATE KEY(?: BLOCK)? ?-{4,5}|PuTTY-User-Key-File-\d)/

/** Returns whether a file starts like a private key, regardless of its name. */
export function isPrivateKey(bytes: Uint8Array): boolean {
  return header.test(Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 256)).toString('latin1'))
}
