/**
 * Characters that make a terminal or an editor show a different command than the one that runs: controls, direction
 * overrides, tags. Joiners and marks needed by scripts and emoji are excluded.
 */
const deceptiveCharacters =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]|\r(?!\n)|[\u{e0001}\u{e0020}-\u{e007f}]/u

/** Flags of subdivisions, which are encoded with tag characters. */
const flags = /\u{1f3f4}[\u{e0061}-\u{e007a}\u{e0030}-\u{e0039}]{2,8}\u{e007f}/gu
/** Scripts in which direction marks are normal. */
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u
const marks = /[\u200e\u200f\u061c]/g

const address = /\b(?:https?|ftp|wss?|git|ssh):\/\/([^\s/?#'"`<>|;&()\\]{1,300})/gu
/** Letters of other scripts that look like Latin letters. */
const otherLetters =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\u0130\u0131\uff00-\uffef]/u

export const scanReasons = {
  hidden: 'It holds characters that make it look different from what it is.',
  lookAlike: 'It names an address that looks like another one.',
} as const

/** Returns the reasons that the text itself shows, whatever it runs. They can never be granted permanently. */
export function scanText(text: string): readonly string[] {
  const found: string[] = []
  const bare = text.replace(flags, '')
  if (deceptiveCharacters.test(rightToLeft.test(bare) ? bare.replace(marks, '') : bare)) found.push(scanReasons.hidden)
  for (const [, host = ''] of text.matchAll(address)) {
    if (!looksAlike(host)) continue
    found.push(scanReasons.lookAlike)
    break
  }
  return found
}

/** Whether Latin letters are mixed with others, or other letters precede a Latin ending: `gіthub.com`. */
function looksAlike(host: string): boolean {
  const name = host.replace(/^.*@/, '').replace(/:\d+$/, '')
  return otherLetters.test(name) && /[a-z]/i.test(name)
}
