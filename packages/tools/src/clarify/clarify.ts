import { alwaysRuns, defineTool, describeError, type Tool, type ToolOutput } from '@hermes/core'
import type { Clarify } from '@hermes/core/questions'
import * as z from 'zod'
import { clarifyIdentity } from './tool-identity.js'

const maxChoices = 4

export interface ClarifyToolsOptions {
  /**
   * Asks the user the question. Default: every question is answered immediately with a note that there was no answer.
   */
  readonly clarify?: Clarify
  /** Returns whether a user can be asked. A new session gets the tool only if so. Default: always true. */
  readonly isAvailable?: () => boolean
}

const parameters = z.object({
  question: z.string().min(1),
  choices: z.array(z.string()).max(maxChoices).optional().describe('Leave out for a free answer.'),
})

/** Creates the `clarify` tool, which asks the user a question. */
export function clarifyTools({ clarify, isAvailable }: ClarifyToolsOptions = {}): readonly Tool[] {
  const tool = defineTool({
    ...clarifyIdentity,
    description: 'Ask the user, only if the answer changes what you do and is not known otherwise.',
    parameters,
    effect: 'once',
    concurrency: 'never',
    changesFiles: false,
    assess: alwaysRuns,
    // A sub-agent communicates only with its parent.
    delegable: false,
    ...(isAvailable && { isAvailable }),
    run: async ({ question, choices = [] }, { sessionId, callId, signal, run }) => {
      const offered = [...new Set(choices.map((choice) => choice.trim()))].filter((choice) => choice !== '')
      const asked = { sessionId, callId, text: question, choices: offered }
      try {
        const answer = await clarify?.(asked, { signal, ...(run && { run }) })
        signal.throwIfAborted()
        return JSON.stringify({ question, ...(offered.length > 0 && { choices: offered }), ...toAnswer(answer) })
      } catch (error) {
        if (signal.aborted) return cancelled(signal)
        throw error
      }
    },
  })
  return [tool]
}

/** Returns the result of an interrupted call. Unlike other interrupted calls, this one has done nothing. */
function cancelled({ reason }: AbortSignal): ToolOutput {
  const what = 'before the user had answered: make this call again if the answer is still needed.'
  return { content: `[cancelled ${what} Reason: ${describeError(reason)}]`, isError: true }
}

function toAnswer(answer: string | undefined): { readonly answer: string | null; readonly note?: string } {
  if (answer !== undefined) return { answer }
  return { answer: null, note: 'There was no answer. Decide yourself, say what you assumed, and do not ask again.' }
}
