import { existsSync } from 'node:fs'
import type { CommandContext, CommandHandler } from '../../arguments/command-spec.js'
import { type Candidate, completeWords, type WordCompletion } from '../../arguments/complete-words.js'
import { exitCode } from '../../exit-code.js'
import { write } from '../../io.js'
import { findHome } from '../../setup/open-home.js'
import { withChosenProfile } from '../../setup/with-chosen-profile.js'

/**
 * `hermes __complete INDEX WORD...`: prints the completions of the word at the index, for the scripts of `hermes completion`. The first line
 * says whether files (`files`), folders (`folders`) or neither (`words`) fit as well; each other line is a word, a tab and its description.
 */
export const complete: CommandHandler = async (context) => {
  const [index = '0', ...words] = context.parameters
  const place = Number(index)
  const current = words[place] ?? ''
  const program = { name: context.program, commands: context.commands }
  const completion = completeWords(program, words.slice(0, place), current)
  const found = [...completion.candidates, ...(await valuesFor(context, completion, current))]
  const matching = found.filter(({ word }) => word.startsWith(current))
  await write(context.io.stdout, [placeOf(completion), ...matching.map(toLine), ''].join('\n'))
  return exitCode.ok
}

function placeOf({ values }: WordCompletion): string {
  if (values?.kind === 'file') return 'files'
  return values?.kind === 'folder' ? 'folders' : 'words'
}

async function valuesFor(
  { io }: CommandContext,
  { values, given }: WordCompletion,
  current: string,
): Promise<readonly Candidate[]> {
  if (values === undefined || values.kind === 'file' || values.kind === 'folder') return []
  const { kind, prefix, after } = values
  if (typeof kind !== 'string') return kind.map((word) => ({ word: `${prefix}${word}` }))
  const { profile } = await withChosenProfile(given.profile === undefined ? {} : { profile: given.profile }, io)
  const paths = findHome({ io, values: profile === undefined ? {} : { profile } })
  if (!existsSync(paths.home) && kind !== 'provider' && kind !== 'setting' && kind !== 'setting-value') return []
  const { valueSources } = await import('./values/value-sources.js')
  const found = await valueSources[kind]({ io, paths, given, typed: current.slice(prefix.length), after })
  return found.map((candidate) => ({ ...candidate, word: `${prefix}${candidate.word}` }))
}

/** Returns a single line, whatever a title contains. */
function toLine({ word, description = '' }: Candidate): string {
  return `${clean(word)}\t${clean(description).slice(0, 100)}`
}

function clean(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
}
