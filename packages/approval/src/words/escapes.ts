import { UNKNOWN } from './data.js'

const singles: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}

/** Decodes the escapes of `$'...'`, `echo -e` and `printf`. */
export function decodeEscapes(text: string): string {
  return text.replace(
    /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|0?([0-7]{1,3})|c(.)|([\s\S]))/g,
    (_, hex: string, short: string, long: string, octal: string, control: string, letter: string) => {
      if (hex ?? short ?? long) return toCharacter(Number.parseInt(hex ?? short ?? long, 16))
      if (octal) return toCharacter(Number.parseInt(octal, 8) & 0xff)
      if (control) return String.fromCharCode(control.charCodeAt(0) & 0x1f)
      return singles[letter] ?? (/[\\'"?]/.test(letter) ? letter : `\\${letter}`)
    },
  )
}

function toCharacter(code: number): string {
  if (code === 0) return ''
  return code > 0x10ffff ? UNKNOWN : String.fromCodePoint(code)
}
