const longestText = 4_096

/** Decodes encoded parts of a text: base64, hexadecimal, character references and escapes. */
export function decodeParts(text: string): readonly string[] {
  return [...base64Parts(text), ...hexParts(text), ...escapedParts(text), ...turnedParts(text)].filter(isReadable)
}

function base64Parts(text: string): readonly string[] {
  return [...text.matchAll(/[A-Za-z0-9+/_-]{24,}={0,2}/g)].flatMap(([part]) => fromBase64(part.slice(0, longestText)))
}

function fromBase64(part: string): readonly string[] {
  const standard = part
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/(?<!=)=+$/, '')
  try {
    return [
      toText(Uint8Array.from(atob(standard.slice(0, standard.length - (standard.length % 4 === 1 ? 1 : 0))), codeOf)),
    ]
  } catch {
    // Not encoded after all.
    return []
  }
}

function hexParts(text: string): readonly string[] {
  return [...text.matchAll(/(?:\\x)?[0-9a-fA-F]{2}(?:(?:\\x|[ :])?[0-9a-fA-F]{2}){15,}/g)].map(([part]) => {
    const digits = part.slice(0, longestText).replaceAll(/\\x|[ :]/g, '')
    return toText(Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)))
  })
}

function escapedParts(text: string): readonly string[] {
  const escapes = /\\x([0-9a-f]{2})|&#x([0-9a-f]{2,5});|&#(\d{2,6});|%([0-9a-f]{2})|\\u\{?([0-9a-f]{4,5})\}?/gi
  if ((text.match(escapes) ?? []).length < 8) return []
  return [
    text.replaceAll(escapes, (_, byte?: string, hex?: string, decimal?: string, percent?: string, unicode?: string) => {
      const code = decimal ? Number(decimal) : Number.parseInt(byte ?? hex ?? percent ?? unicode ?? '20', 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : ' '
    }),
  ]
}

/** Decodes reversed and ROT13 text, recognised by typical words. */
function turnedParts(text: string): readonly string[] {
  return [
    ...(/snoitcurtsni|suoiverp|erongi|tpmorp/i.test(text) ? [Array.from(text).reverse().join('')] : []),
    ...(/vafgehpgvba|cerivbhf|vtaber|cebzcg/i.test(text) ? [rot13(text)] : []),
  ]
}

function rot13(text: string): string {
  return text.replaceAll(/[a-z]/gi, (letter) => {
    const base = letter <= 'Z' ? 65 : 97
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base)
  })
}

function codeOf(character: string): number {
  return character.charCodeAt(0)
}

function toText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}

/** Requires words separated by spaces, which excludes hashes and images. */
function isReadable(text: string): boolean {
  const letters = text.match(/[\p{L}\p{N} .,:;!?'"\n/_-]/gu)?.length ?? 0
  return text.length >= 8 && letters / text.length > 0.9 && /\p{L}{2}[ \n]\p{L}/u.test(text)
}
