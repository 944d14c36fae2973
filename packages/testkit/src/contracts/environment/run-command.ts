import type { Environment } from '@hermes/core'
import type { EnvironmentProcess, ProcessExit, SpawnRequest } from '@hermes/core/environment'

export type Finished = ProcessExit & { readonly stdout: string; readonly stderr: string }

export async function run(environment: Environment, request: SpawnRequest): Promise<Finished> {
  return finish(await environment.spawn(request, { signal: new AbortController().signal }))
}

export function start(environment: Environment, command: string, signal?: AbortSignal): Promise<EnvironmentProcess> {
  return spawn(environment, { command }, signal)
}

export function spawn(
  environment: Environment,
  request: SpawnRequest,
  signal: AbortSignal = new AbortController().signal,
): Promise<EnvironmentProcess> {
  return environment.spawn(request, { signal })
}

/**
 * Whether a process is running. Zombies count as ended. Reads the state once, because a zombie may be reaped at any
 * time.
 */
export async function isRunning(environment: Environment, pid: string): Promise<boolean> {
  const command = `state=$(cat /proc/${pid}/stat)
if [ -d /proc/self ]; then case $state in '' | *') Z '*) exit 1 ;; esac; else kill -0 ${pid}; fi`
  return (await run(environment, { command })).code === 0
}

export async function finish(process: EnvironmentProcess): Promise<Finished> {
  const text = { stdout: '', stderr: '' }
  for await (const { stream, data } of process.output) text[stream] += decode(data)
  return { ...(await process.exit), ...text }
}

/** Yields the lines of the output, without line endings. */
export async function* linesOf(process: EnvironmentProcess): AsyncGenerator<string> {
  let text = ''
  for await (const { data } of process.output) {
    const lines = (text + decode(data)).split(/\r?\n/)
    text = lines.pop() ?? ''
    yield* lines
  }
  if (text !== '') yield text
}

/** Reads one line and discards the rest. */
export async function firstLine(process: EnvironmentProcess): Promise<string> {
  let text = ''
  for await (const { data } of process.output) {
    text += decode(data)
    if (text.includes('\n')) break
  }
  return text.trim()
}

/** Polls until the value is stable. */
export async function settle(read: () => Promise<string>): Promise<string> {
  for (let last = await read(), same = 0; ; ) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    const next = await read()
    same = next === last ? same + 1 : 0
    if (same === 6 && next !== '') return next
    last = next
  }
}

export function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

export function decode(data: Uint8Array): string {
  return new TextDecoder().decode(data)
}
