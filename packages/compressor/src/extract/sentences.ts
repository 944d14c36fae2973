import { type Cue, cuesOf } from './cue-words.js'

/** One sentence, on one line. */
export interface Sentence {
  readonly text: string
  readonly cues: ReadonlySet<Cue>
}

/** The most characters of a sentence that are kept. */
const longest = 300
/** More of one text is not looked at: its beginning and its end say most. */
const searched = 12_000

/** The sentences of what somebody said. */
export function sentencesOf(text: string): readonly Sentence[] {
  const sentences = edgesOf(text)
    .replace(/([.!?]["'”)]?)[ \t]+(?=[\p{Lu}\p{N}"'“(])|([。！？])/gu, '$1$2\n')
    .split('\n')
  return sentences
    .map(clean)
    .filter(saysSomething)
    .map((sentence) => ({ text: sentence, cues: cuesOf(sentence) }))
}

/** The lines of what a tool printed or read. */
export function linesOf(text: string): readonly string[] {
  return edgesOf(text).split('\n').map(clean).filter(saysSomething)
}

/** On one line, without the marks of lists, quotes and numbered lines. */
function clean(line: string): string {
  const plain = line
    .slice(0, longest * 2)
    .replace(/^\s*(?:[-*+•>|#]|\d{1,5}[.)|])+\s*/, '')
    .replace(/\s{2,}|[\t\r]/g, ' ')
    .trim()
  return plain.length <= longest ? plain : `${plain.slice(0, longest - 1).toWellFormed()}…`
}

function saysSomething(line: string): boolean {
  return line.length > 1 && /[\p{L}\p{N}]/u.test(line)
}

function edgesOf(text: string): string {
  return text.length <= searched ? text : `${text.slice(0, searched / 2)}\n${text.slice(-searched / 2)}`
}
