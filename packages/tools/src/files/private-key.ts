/** Headers of private keys in PEM, OpenSSH, PGP and PuTTY form. Text about keys does not begin with one. */
const header = /^\s{0,100}(?:-{4,5} ?BEGIN (?:[A-Z0-9 ]{0,40} )?PRIVATE KEY(?: BLOCK)? ?-{4,5}|PuTTY-User-Key-File-\d)/

/** Whether a file begins like a private key, whatever its name is. */
export function isPrivateKey(bytes: Uint8Array): boolean {
  return header.test(Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 256)).toString('latin1'))
}
