import type { ToolContext } from '@hermes/core'
import type { CodeLimits } from './code-limits.js'
import { createDeadline } from './deadline.js'
import type { Kernel, KernelProgram, ProgramEnd } from './kernel.js'
import { createProgramCalls } from './program-calls.js'
import { createProgramOutput, type PrintedText, type ProgramOutputOptions } from './program-output.js'
import type { CallableTool, ProgramTools } from './program-tools.js'

export interface ProgramRun {
  readonly kernel: Kernel
  readonly code: string
  readonly name: string
  readonly available: readonly CallableTool[]
  readonly tools: ProgramTools
  readonly limits: CodeLimits
  readonly context: ToolContext
  readonly output: Pick<ProgramOutputOptions, 'redactor' | 'spill'>
}

export interface ProgramResult extends PrintedText {
  readonly end: ProgramEnd
  /** Reason for ending the program early. */
  readonly endedBy?: 'timeout' | 'interrupt'
}

/** How long an interrupted program may continue before its kernel is ended. */
const interruptGraceMs = 1_000

/** Runs one program until it ends, times out or is interrupted. */
export async function runProgram(request: ProgramRun): Promise<ProgramResult> {
  const { kernel, context, limits, output } = request
  using deadline = createDeadline(limits.timeoutMs)
  const over = new AbortController()
  const { callId, run, sessionId, report } = context
  const origin = { conversation: run?.rootSessionId ?? sessionId, callId }
  const printed = createProgramOutput({ ...output, limits, origin, report })
  const calls = createProgramCalls({
    tools: request.tools,
    available: request.available,
    limit: limits.toolCalls,
    context: { ...context, signal: AbortSignal.any([context.signal, deadline.signal, over.signal]) },
    waiting: { begin: deadline.pause, end: deadline.resume },
  })
  const running = kernel.run(toProgram(request), {
    onText: printed.push,
    whenReady: printed.whenReady,
    onCall: (call) => void calls.run(call).then((answer) => kernel.answer(call.number, answer)),
  })
  const end = await untilEnd(kernel, running, AbortSignal.any([context.signal, deadline.signal]))
  over.abort()
  return {
    ...(await printed.end()),
    end,
    ...(deadline.signal.aborted && { endedBy: 'timeout' as const }),
    ...(context.signal.aborted && { endedBy: 'interrupt' as const }),
  }
}

function toProgram({ code, name, available }: ProgramRun): KernelProgram {
  const tools = available.map(({ name: tool, parameters }) => {
    const { properties } = parameters
    return { name: tool, parameters: Object.keys(typeof properties === 'object' && properties ? properties : {}) }
  })
  return { code, name, tools }
}

async function untilEnd(kernel: Kernel, running: Promise<ProgramEnd>, signal: AbortSignal): Promise<ProgramEnd> {
  let timer: NodeJS.Timeout | undefined
  const stop = () => {
    if (!kernel.interrupt()) return kernel.kill()
    timer = setTimeout(() => kernel.kill(), interruptGraceMs)
  }
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop, { once: true })
  try {
    return await running
  } finally {
    signal.removeEventListener('abort', stop)
    clearTimeout(timer)
  }
}
