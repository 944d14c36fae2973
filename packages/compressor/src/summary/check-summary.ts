import { type ParsedSummary, parseSections, type SectionName } from '../extract/sections.js'

/** The maximum number of missing sections. Up to this number, they are filled in by rules. */
const tolerated = 4

/** Returns why an answer is not a usable summary. Empty if it is one. */
export function problemsOf({ missing, sections }: ParsedSummary, text: string): readonly string[] {
  if (text === '') return ['it was empty']
  const isBare = Object.values(sections).every((lines) => lines.length === 0)
  if (isBare) return ['it had none of the headings, or nothing under them']
  return missing.length > tolerated ? [`it lacked ${missing.map(quoted).join(', ')}`] : []
}

/** Parses a model's answer, without reasoning blocks and an enclosing code fence. */
export function readAnswer(answer: string): { readonly text: string; readonly parsed: ParsedSummary } {
  const text = answer
    .toWellFormed()
    .replace(/<(think|thinking|reasoning)>[\s\S]*?(?:(<\/\1>)|$)/gi, (part, _, end?: string) => (end ? '' : part))
    .trim()
    .replace(/^```[a-z]*\n([\s\S]*?)\n?```$/i, '$1')
    .trim()
  return { text, parsed: parseSections(text) }
}

function quoted(name: SectionName): string {
  return `"${name}"`
}
