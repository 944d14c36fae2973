import { exitHint } from '../shell/exit-hint.js'
import { passwordHint } from '../shell/password-prompt.js'
import { type BackgroundProcess, toState } from './background-process.js'
import type { Matches } from './output-watch.js'
import type { NewsItem } from './process-news.js'
import type { ProcessRecord } from './process-records.js'

/** Maximum characters of output in one item. */
const newsCharacters = 2_000

/** Describes the end of a process that no call waited for. */
export function describeEnded(process: BackgroundProcess): NewsItem {
  const { id, shownCommand, live, end, command } = process
  const code = end?.exit.code ?? 0
  const output = live.log.tail(newsCharacters)
  const meaning = exitHint(command, code)
  const hint = code === 0 ? undefined : passwordHint(output)
  return {
    processId: id,
    report: {
      session_id: id,
      command: shownCommand,
      ...toState(process),
      ...(meaning && { exit_code_meaning: meaning }),
      ...(hint && { hint }),
      output,
    },
  }
}

/** Describes output lines that matched a watched pattern. `atMs` distinguishes two reports of the same lines. */
export function describeMatches(
  { id, shownCommand }: BackgroundProcess,
  { lines, omitted, isLast }: Matches,
  atMs: number,
): NewsItem {
  return {
    processId: id,
    report: {
      session_id: id,
      command: shownCommand,
      status: 'running',
      matched: [...lines],
      at: new Date(atMs).toISOString(),
      ...(omitted > 0 && { further_matches: omitted }),
      ...(isLast && { note: 'Too many lines match, so it is no longer watched. You will be told when it ends.' }),
    },
  }
}

/** Describes a process of an earlier agent that ended together with that agent. */
export function describeLost({ id, command, exitCode, output, outputFile }: ProcessRecord): NewsItem {
  return {
    processId: id,
    report: {
      session_id: id,
      command,
      ...(exitCode === undefined
        ? { status: 'ended', problem: 'It was ended together with the program that had started it.' }
        : { status: 'exited', exit_code: exitCode }),
      output,
      ...(outputFile !== undefined && { full_output: outputFile }),
    },
  }
}
