import { type Cue, cuesOf } from './cue-words.js'

/** A sentence without line breaks. */
export interface Sentence {
  readonly text: string
  readonly cues: ReadonlySet<Cue>
}

/** The maximum length of a sentence, in characters. */
const longest = 300
/** The maximum number of characters to scan. Of longer texts, only the start and the end are scanned. */
const searched = 12_000

/** Splits a message into sentences. */
export function sentencesOf(text: string): readonly Sentence[] {
  const sentences = edgesOf(text)
    .replace(/([.!?]["'”)]?)[ \t]+(?=[\p{Lu}\p{N}"'“(])|([。！？])/gu, '$1$2\n')
    .split('\n')
  return sentences
    .map(clean)
    .filter(saysSomething)
    .map((sentence) => ({ text: sentence, cues: cuesOf(sentence) }))
}

/** Splits a tool result into lines. */
export function linesOf(text: string): readonly string[] {
  return edgesOf(text).split('\n').map(clean).filter(saysSomething)
}

/** Removes list, quote and line-number markers, collapses whitespace, and truncates to `longest`. */
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
