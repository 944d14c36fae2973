import { createInterface } from 'node:readline/promises'
import type { LoginRequest } from '@hermes/runtime'
import { type Io, write, writeLine } from '../../io.js'
import { oneLine } from '../../render/text/safe-text.js'
import { openBrowser } from './open-browser.js'

type Prompter = LoginRequest['prompter']

export interface PrompterOptions {
  readonly io: Io
  /** Whether to print one JSON object per line on stdout, for programs. */
  readonly isJson: boolean
  /** Whether opening a browser is forbidden. */
  readonly isBrowserRefused: boolean
  /** Called when the user leaves with Ctrl+C during a question. */
  readonly interrupt: () => void
}

/** Creates a prompter for the user at a terminal, or for a program that reads the output. */
export function terminalPrompter(options: PrompterOptions): Prompter {
  const { io, isJson } = options
  const canPaste = !isJson && io.stdin.isTTY === true && io.stderr.isTTY === true
  return {
    async showCode({ page, code, lifetimeMs }) {
      if (isJson) return writeLine(io.stdout, JSON.stringify({ type: 'code', page, code, expiresInMs: lifetimeMs }))
      const minutes = Math.max(1, Math.floor(lifetimeMs / 60_000))
      const isOpen = await open(page, options)
      await write(
        io.stderr,
        `${isOpen ? io.t`Your browser shows this page:` : io.t`Open this page:`}\n\n  ${oneLine(page)}\n\n` +
          `${io.t`and type this code, which is valid for ${minutes} min:`}\n\n  ${oneLine(code)}\n\n` +
          `${io.t`Never type a code that someone else gave you. Waiting (Ctrl+C to leave) ...`}\n`,
      )
    },
    async showPage({ page }) {
      if (isJson) return writeLine(io.stdout, JSON.stringify({ type: 'page', page }))
      const isOpen = await open(page, options)
      await write(
        io.stderr,
        `${isOpen ? io.t`Your browser shows this page:` : io.t`Open this page:`}\n\n  ${oneLine(page)}\n\n`,
      )
      await writeLine(
        io.stderr,
        canPaste
          ? io.t`Does the browser run on another machine? Then paste the code here, or the address that it ends at.`
          : io.t`Waiting (Ctrl+C to leave) ...`,
      )
    },
    ...(canPaste && { paste: (signal: AbortSignal) => paste(options, signal) }),
  }
}

function open(page: string, { io, isBrowserRefused }: PrompterOptions): Promise<boolean> {
  return openBrowser(page, { io, isRefused: isBrowserRefused })
}

/** Reads a non-empty line. If the input is closed, the login still waits for the browser. */
async function paste({ io, interrupt }: PrompterOptions, signal: AbortSignal): Promise<string> {
  const asking = createInterface({ input: io.stdin, output: io.stderr })
  asking.once('SIGINT', interrupt)
  try {
    for (;;) {
      const text = await asking.question('> ', { signal })
      if (text.trim() !== '') return text
    }
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    asking.close()
  }
}
