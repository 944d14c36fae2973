import { decodeMatches, type EncodedPart } from './part.js'

/**
 * Finds text in another alphabet: Morse, the spelling alphabet, Braille, boxed letters, small capitals, upside-down
 * letters.
 */
export function alphabetParts(text: string): readonly EncodedPart[] {
  return [
    ...decodeMatches(text, /(?:[.\-−·•–—_]{1,6}(?:\s{0,2}[/|]\s{0,2}|[ \t]{1,8}|\n)){8,}[.\-−·•–—_]{0,6}/g, fromMorse),
    ...decodeMatches(text, spelledRun, fromSpelling),
    ...decodeMatches(text, /[\u2801-\u283f][\u2800-\u283f\s]{8,}/g, (part) => mapped(part, braille)),
    ...decodeMatches(
      text,
      /(?:[\u{1f1e6}-\u{1f1ff}\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}][\s\u200b]{0,2}){6,}/gu,
      fromBoxes,
    ),
    ...(smallCapital.test(text) ? smallCapitalParts(text) : []),
    ...(turnedLetter.test(text) ? turnedParts(text) : []),
  ]
}

const smallCapital = /[ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘǫʀꜱᴛᴜᴠᴡʏᴢ]{2}/
const turnedLetter = /[ɐɔǝɟƃɥᴉɾʞɯɹʇʌʍʎ]/

function smallCapitalParts(text: string): readonly EncodedPart[] {
  return decodeMatches(
    text,
    /[a-z\sᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘǫʀꜱᴛᴜᴠᴡʏᴢ]{0,40}[ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘǫʀꜱᴛᴜᴠᴡʏᴢ]{2}[a-z\s.,ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘǫʀꜱᴛᴜᴠᴡʏᴢ]{8,2000}/g,
    (part) => mapped(part, smallCapitals),
  )
}

function turnedParts(text: string): readonly EncodedPart[] {
  return decodeMatches(text, /[^\n]{0,200}[ɐɔǝɟƃɥᴉɾʞɯɹʇʌʍʎ][^\n]{8,2000}/g, (part) =>
    mapped([...part].reverse().join(''), turned),
  )
}

const spelledRun =
  /(?:\b(?:al(?:ph|f)a|bravo|charlie|delta|echo|foxtrot|golf|hotel|india|juliett?|kilo|lima|mike|november|oscar|papa|quebec|romeo|sierra|tango|uniform|victor|whiske?y|x-?ray|yankee|zulu)[\s,/-]{1,3}){6,400}/gi

function mapped(part: string, letters: Readonly<Record<string, string>>): string {
  return Array.from(part, (letter) => letters[letter] ?? letter).join('')
}

function zip(from: string, to: string): Readonly<Record<string, string>> {
  const letters = [...to]
  return Object.fromEntries([...from].map((letter, index) => [letter, letters[index] ?? letter]))
}

const braille = zip('⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠺⠭⠽⠵⠀', 'abcdefghijklmnopqrstuvwxyz ')
const smallCapitals = zip('ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘǫʀꜱᴛᴜᴠᴡʏᴢ', 'abcdefghijklmnopqrstuvwyz')
const turned = zip('ɐqɔpǝɟƃɥᴉɾʞlɯuodbɹsʇnʌʍxʎz', 'abcdefghijklmnopqrstuvwxyz')

const morse: Readonly<Record<string, string>> = Object.fromEntries(
  '.- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --..'
    .split(' ')
    .map((signs, index) => [signs, String.fromCharCode(97 + index)]),
)

function fromMorse(part: string): string | undefined {
  const words = part
    .replaceAll(/[−–—_]/g, '-')
    .replaceAll(/[·•]/g, '.')
    .split(/\s{0,3}[/|\n]\s{0,3}| {2,8}/)
    .map((word) => word.trim().split(/\s+/))
  const letters = words.flat().filter((signs) => signs !== '')
  if (letters.some((signs) => signs.length < 6 && morse[signs] === undefined)) return undefined
  return words.map((word) => word.map((signs) => morse[signs] ?? '').join('')).join(' ')
}

const spelled = new Map(
  'alpha alfa bravo charlie delta echo foxtrot golf hotel india juliet juliett kilo lima mike november oscar papa quebec romeo sierra tango uniform victor whiskey whisky xray yankee zulu'
    .split(' ')
    .map((word) => [word, word.charAt(0)]),
)

function fromSpelling(part: string): string | undefined {
  return (part.toLowerCase().match(/[a-z]{4,8}/g) ?? []).map((word) => spelled.get(word) ?? '').join(' ')
}

function fromBoxes(part: string): string {
  return Array.from(part, (letter) => {
    const code = letter.codePointAt(0) ?? 0
    const first = [0x1f1e6, 0x1f150, 0x1f170].find((start) => code >= start && code < start + 26)
    return first === undefined ? letter : String.fromCharCode(97 + code - first)
  }).join('')
}
