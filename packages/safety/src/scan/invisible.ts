import type { Match } from './finding.js'

// biome-ignore format: ranges to read across
const invisible = /[\u00ad\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb\u{1d173}-\u{1d17a}\u{e0000}-\u{e007f}]|\u034f|\u17b4|\u17b5|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/gu

const rightToLeft = /[\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}]/u
/** Scripts that use invisible joiners and separators, or that are written without spaces. */
const joining =
  /[\p{sc=Arabic}\p{sc=Syriac}\p{sc=Devanagari}\p{sc=Bengali}\p{sc=Gurmukhi}\p{sc=Gujarati}\p{sc=Oriya}\p{sc=Tamil}\p{sc=Telugu}\p{sc=Kannada}\p{sc=Malayalam}\p{sc=Sinhala}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Tibetan}\p{sc=Mongolian}\p{sc=Hebrew}]/u
const pictograph = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]|\ufe0f|\u20e3/u

/** Finds invisible characters that no script and no emoji needs, and characters that change the text direction. */
export function findInvisible(text: string): readonly Match[] {
  const matches: Match[] = []
  for (const { 0: character, index } of text.matchAll(invisible)) {
    const end = index + character.length
    const name = judge(text, index, character)
    if (name) matches.push({ name, start: index, end })
  }
  return matches
}

function judge(text: string, index: number, character: string): Match['name'] | undefined {
  const code = character.codePointAt(0) ?? 0
  const before = lastOf(text.slice(Math.max(0, index - 2), index))
  const after = firstOf(text.slice(index + character.length, index + character.length + 2))
  if (code === 0xad) return /\p{L}/u.test(before) && /\p{L}/u.test(after) ? undefined : 'invisible_unicode'
  if (code === 0xfeff && index === 0) return undefined
  if (code === 0x200e || code === 0x200f) return isNear(text, index, rightToLeft) ? undefined : 'invisible_unicode'
  if ((code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069)) {
    const isOverride = code === 0x202d || code === 0x202e
    return !isOverride && isNear(text, index, rightToLeft) ? undefined : 'bidi_control'
  }
  if (code >= 0x200b && code <= 0x200d) return isNeeded(code, before, after) ? undefined : 'invisible_unicode'
  if (code >= 0xfe00 && code <= 0xfe0f) return /[\ufe00-\ufe0f]/.test(after) ? 'invisible_unicode' : undefined
  if (code >= 0xe0100 && code <= 0xe01ef) return /\p{sc=Han}/u.test(before) ? undefined : 'invisible_unicode'
  if (code >= 0xe0000 && code <= 0xe007f) return isFlag(text, index) ? undefined : 'invisible_unicode'
  if (code === 0x2800) return isNear(text, index, /[\u2801-\u28ff]/) ? undefined : 'invisible_unicode'
  if ([0x115f, 0x1160, 0x180e].includes(code))
    return joining.test(before) || /\p{sc=Hangul}/u.test(after) ? undefined : 'invisible_unicode'
  return 'invisible_unicode'
}

function isNeeded(code: number, before: string, after: string): boolean {
  if (joining.test(before) || joining.test(after)) return true
  if (code === 0x200b) return /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(before + after)
  return code === 0x200d && pictograph.test(before) && /[\p{Extended_Pictographic}]/u.test(after)
}

/**
 * Whether the index is in a flag. The flags of England, Scotland and Wales consist of a black flag, invisible tag
 * letters and an end tag.
 */
function isFlag(text: string, index: number): boolean {
  const before = text.slice(Math.max(0, index - 16), index)
  return /\u{1f3f4}[\u{e0020}-\u{e007e}]{0,7}$/u.test(before)
}

const reach = 200

function isNear(text: string, index: number, wanted: RegExp): boolean {
  const lineStart = Math.max(text.lastIndexOf('\n', index) + 1, index - reach)
  const lineEnd = text.indexOf('\n', index)
  return wanted.test(text.slice(lineStart, Math.min(lineEnd < 0 ? text.length : lineEnd, index + reach)))
}

function lastOf(text: string): string {
  return Array.from(text).at(-1) ?? ''
}

function firstOf(text: string): string {
  return Array.from(text)[0] ?? ''
}

/**
 * Returns the text as a model reads it: without invisible characters, and with tag characters replaced by the letters
 * they encode.
 */
export function withoutInvisible(text: string): string {
  return text.replaceAll(invisible, (character) => {
    const code = character.codePointAt(0) ?? 0
    if (code === 0x2800) return ' '
    return code >= 0xe0020 && code <= 0xe007e ? String.fromCharCode(code - 0xe0000) : ''
  })
}
