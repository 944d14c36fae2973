import { describeError, type MessageContent } from '@hermes/core'
import type { Runtime } from '@hermes/runtime'
import { createRedactor } from '@hermes/safety/redact'
import { safeText } from '../render/text/safe-text.js'
import type { FrontEnd } from './front-end/front-end.js'
import type { Interruptible } from './front-end/interruption.js'

/** Commands that the user runs from the chat: `!command`, and `!!command`, whose output is added to the next message. */
export interface OwnCommands {
  /** Whether the line is a command of the user. */
  isOwn(line: string): boolean
  /** Runs the command and shows its output. Ctrl+C ends it. */
  run(line: string): Promise<void>
  /** Returns the message with the output that was kept for it. */
  withOutput(message: MessageContent): MessageContent
}

export interface OwnCommandsOptions {
  readonly runtime: {
    readonly environment: Pick<Runtime['environment'], 'spawn'>
    readonly approvals: Pick<Runtime['approvals'], 'mayRunOwn'>
  }
  readonly frontEnd: Pick<FrontEnd, 'style' | 'serve' | 'wasTyped'> & {
    readonly dock: Pick<FrontEnd['dock'], 'writeLines'>
  }
  /** Returns the prompt, painted in the current colors. */
  readonly prompt: () => string
  /** Work that Ctrl+C ends afterwards. */
  readonly work: Interruptible
}

/** Limit of the output that joins a message, in characters. */
const mostKept = 30_000

export function createOwnCommands({ runtime, frontEnd, prompt, work }: OwnCommandsOptions): OwnCommands {
  const { dock, style, serve, wasTyped } = frontEnd
  const { t } = style
  const { environment, approvals } = runtime
  let kept: readonly string[] = []

  async function print(command: string, signal: AbortSignal): Promise<{ output: string; code: number | null }> {
    const process = await environment.spawn({ command }, { signal })
    const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() }
    let output = ''
    let line = ''
    for await (const { stream, data } of process.output) {
      const text = decoders[stream].decode(data, { stream: true })
      output = (output + text).slice(-mostKept)
      const lines = (line + text).split('\n')
      line = lines.pop() ?? ''
      if (lines.length > 0) dock.writeLines(lines.map((each) => `  ${shown(each)}\n`).join(''))
    }
    if (line !== '') dock.writeLines(`  ${shown(line)}\n`)
    const { code, signal: endedBy } = await process.exit
    return { output, code: endedBy === undefined ? code : null }
  }

  return {
    isOwn: isOwnCommand,
    async run(line) {
      const isKept = line.startsWith('!!')
      const command = line.slice(isKept ? 2 : 1).trim()
      if (!wasTyped(line)) dock.writeLines(`${prompt()}${safeText(line).replaceAll('\n', '\n  ')}\n`)
      const controller = new AbortController()
      // Set before the check: Ctrl+C during the check means that the command must not run.
      serve({ isBusy: true, interrupt: () => controller.abort() })
      try {
        if (!(await approvals.mayRunOwn(command))) {
          const refused = t`It was not run: approvals.deny lists it, or it is never run from here.`
          dock.writeLines(`${style.error(`✗ ${refused}`)}\n`)
          return
        }
        controller.signal.throwIfAborted()
        const { output, code } = await print(command, controller.signal)
        if (code !== 0)
          dock.writeLines(`${style.warning(`  ${code === null ? t`exit by a signal` : t`exit ${code}`}`)}\n`)
        if (isKept) {
          const status = `I ran \`${command}\` (exit code ${code ?? 'none'}):`
          kept = [...kept, createRedactor().redact(`${status}\n<output>\n${output}\n</output>`)]
          dock.writeLines(`${style.muted(`  ${t`Your next message contains this output.`}`)}\n`)
        }
      } catch (error) {
        const text = controller.signal.aborted ? t`It was stopped.` : t.of(describeError(error))
        dock.writeLines(`${style.error(`✗ ${safeText(text)}`)}\n`)
      } finally {
        serve(work)
      }
    },
    withOutput(message) {
      const output = kept.map((text) => ({ type: 'text', text }) as const)
      kept = []
      if (output.length === 0) return message
      return [...(typeof message === 'string' ? [{ type: 'text', text: message } as const] : message), ...output]
    },
  }
}

/** Whether a line is a command of the user. */
export function isOwnCommand(line: string): boolean {
  return /^!{1,2}[^!\s]/.test(line)
}

/** Returns the last state of a line that a progress bar redraws, without control characters. */
function shown(line: string): string {
  return safeText(line.slice(line.replace(/\r$/, '').lastIndexOf('\r') + 1).replace(/\r$/, ''))
}
