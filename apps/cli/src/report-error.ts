import { commandFor } from './command-for.js'
import { type Io, writeLine } from './io.js'
import { safeText } from './render/safe-text.js'
import { UsageError } from './usage-error.js'

export interface ReportOptions {
  readonly io: Io
  /** Shows what caused the error, too. */
  readonly isVerbose: boolean
  readonly program: string
}

/** Says on stderr what went wrong: one sentence, and the chain of causes if asked for. */
export async function reportError(error: unknown, { io, isVerbose, program }: ReportOptions): Promise<void> {
  await writeLine(io.stderr, `${program}: ${sentenceOf(error)}`)
  const hint = error instanceof UsageError ? `${program} --help` : commandFor(error)
  if (hint !== undefined) await writeLine(io.stderr, `Try: ${hint}`)
  for (const cause of isVerbose ? causesOf(error) : []) await writeLine(io.stderr, `  caused by: ${sentenceOf(cause)}`)
}

function sentenceOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error)
  return safeText(text.trim() || 'Something went wrong, and no reason was given.')
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
