import type { RunProgram } from '@hermes/core/extension'
import { isRecord } from '@hermes/core/wiring'
import * as z from 'zod'
import { MemoryError } from '../../files/memory-error.js'
import { tryJson } from '../../service/try-json.js'

export interface ByteroverCall {
  /** The folder of the project. */
  readonly project: string
  /** The command with its options. */
  readonly args: readonly string[]
  /** The text that the command is about. Default: none. */
  readonly text?: string
}

/** Resolves to the data of the answer. @throws {MemoryError} `memory/service`. */
export type CallByterover = (call: ByteroverCall, options: { readonly signal: AbortSignal }) => Promise<unknown>

const answerSchema = z.object({ success: z.boolean(), data: z.unknown() })
const missingCode = 127
const shownChars = 300

/**
 * Creates a caller that runs ByteRover's program. The program reports its progress as one line of JSON per step, the
 * last of which is the answer.
 */
export function createByteroverCaller(command: string, run: RunProgram): CallByterover {
  return async ({ project, args, text }, { signal }) => {
    const all = [...args, '--format', 'json', ...(text === undefined ? [] : ['--', text])]
    const { code, stdout, stderr } = await run({ command, args: all, workingDirectory: project }, { signal })
    if (code === missingCode) throw failure(`There is no program ${command}: install the npm package byterover-cli.`)
    const { success, data } = answerSchema.safeParse(lastAnswer(stdout)).data ?? {}
    if (success === true) return data
    const { error, message } = isRecord(data) ? data : {}
    const texts = [error, message, stderr].map((each) => (typeof each === 'string' ? each.trim() : ''))
    const reason = texts.find((each) => each !== '') ?? `it ended with ${code}`
    throw failure(`ByteRover failed: ${reason.slice(0, shownChars)}`)
  }
}

/** Returns the last answer. Lists are printed over several lines. */
function lastAnswer(stdout: string): unknown {
  const text = stdout.trim()
  return tryJson(text) ?? tryJson(text.slice(text.lastIndexOf('\n') + 1))
}

function failure(message: string): MemoryError {
  return new MemoryError('memory/service', message)
}
