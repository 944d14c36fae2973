/** The character classes of a tokenizer. Scripts differ in how many characters share a token. */
export const script = {
  /** Before the start and after the end of a text. */
  none: 0,
  lower: 1,
  upper: 2,
  accented: 3,
  digit: 4,
  sign: 5,
  blank: 6,
  tab: 7,
  newline: 8,
  cyrillic: 9,
  semitic: 10,
  indic: 11,
  hiragana: 12,
  katakana: 13,
  han: 14,
  hangul: 15,
  wideSign: 16,
  symbol: 17,
  pair: 18,
  joiner: 19,
  other: 20,
} as const

export type Script = (typeof script)[keyof typeof script]

/** The exclusive end of each range, which starts at the end of the previous one. */
const ranges: readonly (readonly [end: number, script: Script])[] = [
  [0xa0, script.symbol],
  [0xa1, script.blank],
  [0xc0, script.symbol],
  [0x370, script.accented],
  [0x590, script.cyrillic],
  [0x780, script.semitic],
  [0x1200, script.indic],
  [0x1e00, script.other],
  [0x2000, script.accented],
  [0x200b, script.blank],
  [0x2010, script.joiner],
  [0x2c00, script.symbol],
  [0x3000, script.other],
  [0x3040, script.wideSign],
  [0x30a0, script.hiragana],
  [0x3100, script.katakana],
  [0x3400, script.other],
  [0xa000, script.han],
  [0xac00, script.other],
  [0xd7b0, script.hangul],
  [0xe000, script.pair],
  [0xf900, script.other],
  [0xfb00, script.han],
  [0xfb50, script.other],
  [0xfe00, script.semitic],
  [0xfe10, script.joiner],
  [0xfe70, script.wideSign],
  [0xff00, script.semitic],
  [0xfff0, script.wideSign],
]

/** The script of each UTF-16 code unit. */
export const scripts: Readonly<Uint8Array> = toTable()

function toTable(): Uint8Array {
  const table = new Uint8Array(0x10000).fill(script.other)
  for (const [index, [end, kind]] of ranges.entries()) table.fill(kind, ranges[index - 1]?.[0] ?? 0, end)
  for (let code = 0; code < 128; code++) table[code] = ofAscii(String.fromCharCode(code))
  return table
}

function ofAscii(character: string): Script {
  if (/[a-z]/.test(character)) return script.lower
  if (/[A-Z]/.test(character)) return script.upper
  if (/[0-9]/.test(character)) return script.digit
  if (/[\r\n]/.test(character)) return script.newline
  if (character === '\t') return script.tab
  return /\s/.test(character) ? script.blank : script.sign
}
