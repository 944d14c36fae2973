import { didYouMean } from '../../arguments/did-you-mean.js'
import { type Io, writeLine } from '../../io.js'
import { commandFor } from '../../remedies/command-for.js'
import { UsageError } from '../../usage-error.js'
import { safeText } from '../text/safe-text.js'

export interface ReportOptions {
  readonly io: Io
  /** Whether to show the causes of the error as well. */
  readonly isVerbose: boolean
  readonly program: string
}

/** Reports an error on stderr: one sentence, and its causes on request. */
export async function reportError(error: unknown, { io, isVerbose, program }: ReportOptions): Promise<void> {
  const typo = error instanceof UsageError ? error.typo : undefined
  const suggestion = typo ? didYouMean(typo.word, typo.known) : ''
  await writeLine(io.stderr, `${program}: ${sentenceOf(error, io)}${io.t.of(suggestion)}`)
  const hint = error instanceof UsageError ? `${program} --help` : commandFor(error)
  if (hint !== undefined) await writeLine(io.stderr, io.t`Try: ${hint}`)
  for (const cause of isVerbose ? causesOf(error) : [])
    await writeLine(io.stderr, io.t`  caused by: ${sentenceOf(cause, io)}`)
}

function sentenceOf(error: unknown, { t }: Pick<Io, 't'>): string {
  const text = error instanceof Error ? error.message || error.name : String(error)
  return safeText(t.of(text.trim()) || t`An unknown error occurred.`)
}

function causesOf(error: unknown): readonly unknown[] {
  const causes: unknown[] = []
  let current = error instanceof Error ? error.cause : undefined
  while (current !== undefined && !causes.includes(current)) {
    causes.push(current)
    current = current instanceof Error ? current.cause : undefined
  }
  return causes
}
