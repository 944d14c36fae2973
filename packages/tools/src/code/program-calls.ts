import { type ToolContext, textOf } from '@hermes/core'
import type { ProgramCall, ToolAnswer } from './kernel.js'
import type { CallableTool, ProgramTools } from './program-tools.js'

/** Tool calls of one program. */
export interface ProgramCalls {
  /** Runs a call. Never rejects. */
  run(call: ProgramCall): Promise<ToolAnswer>
}

export interface ProgramCallsOptions {
  readonly tools: ProgramTools
  readonly available: readonly CallableTool[]
  readonly limit: number
  /** Context of the call that runs the program. Its `signal` is aborted when the program ends. */
  readonly context: ToolContext
  readonly waiting: { begin(): void; end(): void }
}

/** Runs the calls of a program. Tools that are not concurrency-safe run one at a time, even when several threads call them. */
export function createProgramCalls(options: ProgramCallsOptions): ProgramCalls {
  const { tools, limit, context, waiting } = options
  const available = new Map(options.available.map((tool) => [tool.name, tool]))
  let count = 0
  let last: Promise<unknown> = Promise.resolve()

  const inTurn = (work: () => Promise<ToolAnswer>) => {
    const turn = last.then(work)
    last = turn
    return turn
  }

  async function call({ number, name, args }: ProgramCall): Promise<ToolAnswer> {
    if (context.signal.aborted) return failure('The program has ended.')
    context.report(describeCall(name, args))
    const request = { id: `${context.callId}.${number}`, name, args }
    const { content, isError = false } = await tools.call(request, { ...context, waiting })
    return { text: textOf(content), isError }
  }

  return {
    async run(request) {
      const tool = available.get(request.name)
      if (!tool) return failure(`Programs have no tool "${request.name}", only ${[...available.keys()].join(', ')}.`)
      if (count >= limit) return failure(`This program has used all of its ${limit} tool calls.`)
      count += 1
      return tool.concurrency === 'safe' ? call(request) : inTurn(() => call(request))
    },
  }
}

function failure(text: string): ToolAnswer {
  return { text, isError: true }
}

const longestSubject = 100

/** Describes a call for the user in one line: the tool and its main argument. */
function describeCall(name: string, args: ProgramCall['args']): string {
  const subject = Object.values(args).find((value) => typeof value === 'string' && value.trim() !== '')
  if (typeof subject !== 'string') return name
  const line = subject.replace(/\s+/g, ' ').trim()
  return `${name} ${line.length > longestSubject ? `${line.slice(0, longestSubject).toWellFormed()}…` : line}`
}
