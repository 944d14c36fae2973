import type { OutputChunk } from '@hermes/core/environment'
import type { Redactor } from '@hermes/safety/redact'
import { createOutputLog } from '../shell/output-log.js'
import { createOutputText } from '../shell/output-text.js'
import type { SpillFile, SpillOrigin, SpillStore } from '../spill/spill-store.js'
import { createProgress } from '../terminal/progress.js'
import type { CodeLimits } from './code-limits.js'

/** Collects a bounded part of a program's output. */
export interface ProgramOutput {
  push(stream: OutputChunk['stream'], data: Uint8Array): void
  /** Returns a promise that resolves when more output can be accepted, or `undefined` when it can be accepted now. */
  whenReady(): Promise<void> | undefined
  end(): Promise<PrintedText>
}

export interface PrintedText {
  readonly stdout: string
  readonly stderr: string
}

export interface ProgramOutputOptions {
  readonly limits: Pick<CodeLimits, 'stdoutChars' | 'stderrChars'>
  readonly redactor: Pick<Redactor, 'redact' | 'stream'> | false
  /** Stores standard output that is too long for the model. */
  readonly spill?: SpillStore | undefined
  readonly origin: SpillOrigin
  report(progress: string): void
}

const progressChars = 200

export function createProgramOutput(options: ProgramOutputOptions): ProgramOutput {
  const { limits, redactor, spill, origin, report } = options
  const stdout = createStream(limits.stdoutChars, redactor)
  const stderr = createStream(limits.stderrChars, redactor)
  const file = spill?.open(origin, { shortUpTo: limits.stdoutChars })
  const progress = createProgress(() => {
    const line = lastLine(stdout.log.tail(progressChars))
    if (line !== '') report(line)
  })
  let writing: Promise<void> | undefined
  const keep = (text: string) => {
    stdout.log.append(text)
    if (text !== '') writing = file?.write(text)
  }
  return {
    push(stream, data) {
      if (stream === 'stderr') return stderr.log.append(stderr.text.push(data))
      keep(stdout.text.push(data))
      progress.changed()
    },
    whenReady: () => writing,
    async end() {
      progress.stop()
      stderr.log.append(stderr.text.end())
      keep(stdout.text.end())
      const kept = await file?.close()
      return {
        stdout: stdout.log.bounded(limits.stdoutChars, (left) => note(stdout.log.length(), left, kept)),
        stderr: stderr.log.bounded(limits.stderrChars, (left) => note(stderr.log.length(), left)),
      }
    },
  }
}

function createStream(limit: number, redactor: ProgramOutputOptions['redactor']) {
  return { text: createOutputText({ redactor }), log: createOutputLog({ kept: limit, head: limit }) }
}

function note(length: number, { head, tail }: { head: string; tail: string }, file?: SpillFile): string {
  const left = (length - head.length - tail.length).toLocaleString('en-US')
  const where = file ? `; ${file.isCut ? 'more' : 'all'} of it is in ${file.path}` : ''
  return `\n\n[... ${left} characters left out${where} ...]\n\n`
}

function lastLine(text: string): string {
  return (text.split('\n').findLast((line) => line.trim() !== '') ?? '').trim()
}
