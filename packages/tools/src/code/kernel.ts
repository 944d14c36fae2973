import type { JsonObject } from '@hermes/core'
import type { EnvironmentProcess, OutputChunk, ProcessExit } from '@hermes/core/environment'
import { createFrameReader } from './frame-reader.js'
import { type KernelRequest, kernelMessage, type ProgramFunction } from './kernel-message.js'

/** Process that runs a task's programs in one language and keeps their state. Runs one program at a time. */
export interface Kernel {
  /** Whether the process has exited or was asked to exit. */
  readonly hasEnded: boolean
  run(program: KernelProgram, listener: ProgramListener): Promise<ProgramEnd>
  /** Answers a tool call of the program. */
  answer(call: number, answer: ToolAnswer): void
  /** Interrupts the program and keeps its state. Returns `false` when the language does not support it. */
  interrupt(): boolean
  /** Kills the process and its children. A running program ends as `killed` immediately. */
  kill(): void
  /** Resolves when all processes have exited. */
  readonly exit: Promise<ProcessExit>
}

export interface KernelProgram {
  readonly code: string
  /** File name in error messages. */
  readonly name: string
  readonly tools: readonly ProgramFunction[]
}

export interface ProgramListener {
  onText(stream: OutputChunk['stream'], data: Uint8Array): void
  onCall(call: ProgramCall): void
  /** Returns a promise to pause output until it resolves, or `undefined` to continue. */
  whenReady(): Promise<void> | undefined
}

export interface ProgramCall {
  readonly number: number
  readonly name: string
  readonly args: JsonObject
}

export interface ToolAnswer {
  readonly text: string
  readonly isError: boolean
}

export type ProgramEnd =
  /** `code` is the exit code; 0 means success. */
  | { readonly type: 'ended'; readonly code: number }
  /** The program ended the kernel process. */
  | { readonly type: 'died'; readonly exit: ProcessExit }
  | { readonly type: 'killed' }

export interface KernelOptions {
  /** Process of the kernel, which must have an open standard input. */
  readonly process: EnvironmentProcess
  readonly mark: Uint8Array
  readonly canInterrupt: boolean
}

interface Running {
  readonly number: number
  readonly listener: ProgramListener
  /** Streams that have not ended yet. */
  readonly open: Set<OutputChunk['stream']>
  end(end: ProgramEnd): void
}

export class ProcessKernel implements Kernel {
  readonly exit: Promise<ProcessExit>
  readonly #options: KernelOptions
  #running: Running | undefined
  #hasEnded = false
  #programs = 0

  constructor(options: KernelOptions) {
    this.#options = options
    this.exit = options.process.exit
    void this.#follow()
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  run(program: KernelProgram, listener: ProgramListener): Promise<ProgramEnd> {
    this.#programs += 1
    const { promise, resolve } = Promise.withResolvers<ProgramEnd>()
    const number = this.#programs
    this.#running = { number, listener, open: new Set(['stdout', 'stderr'] as const), end: resolve }
    this.#send({ type: 'run', program: number, ...program })
    return promise
  }

  answer(call: number, answer: ToolAnswer): void {
    this.#send({ type: 'result', call, ...answer })
  }

  interrupt(): boolean {
    if (this.#options.canInterrupt) this.#send({ type: 'interrupt' })
    return this.#options.canInterrupt
  }

  kill(): void {
    this.#hasEnded = true
    this.#options.process.kill('SIGKILL')
    this.#finish({ type: 'killed' })
  }

  #send(request: KernelRequest): void {
    // Fails only after the process has exited, which the end of its output also reports.
    this.#options.process.write?.(`${JSON.stringify(request)}\n`).catch(() => undefined)
  }

  #finish(end: ProgramEnd): void {
    const running = this.#running
    this.#running = undefined
    running?.end(end)
  }

  async #follow(): Promise<void> {
    const { process } = this.#options
    // An error means that the connection to the process is lost.
    await this.#read().catch(() => process.kill('SIGKILL'))
    this.#hasEnded = true
    this.#finish({ type: 'died', exit: await process.exit })
  }

  /** Reads for the lifetime of the process, even between programs, because unread output would block the writer. */
  async #read(): Promise<void> {
    const { process, mark } = this.#options
    const readerOf = (stream: OutputChunk['stream']) =>
      createFrameReader({
        mark,
        onText: (data) => this.#running?.listener.onText(stream, data),
        onMessage: (message) => this.#receive(stream, message),
      })
    const readers = { stdout: readerOf('stdout'), stderr: readerOf('stderr') }
    for await (const { stream, data } of process.output) {
      readers[stream].push(data)
      await this.#running?.listener.whenReady()
    }
  }

  #receive(stream: OutputChunk['stream'], given: unknown): void {
    const { data: message } = kernelMessage.safeParse(given)
    if (message?.type === 'call') {
      const { call: number, name, args } = message
      if (this.#running) this.#running.listener.onCall({ number, name, args })
      else this.answer(number, { text: 'The program has ended: it can call no more tools.', isError: true })
    }
    if (message?.type !== 'end' || message.program !== this.#running?.number) return
    this.#running.open.delete(stream)
    if (this.#running.open.size === 0) this.#finish({ type: 'ended', code: message.code })
  }
}
