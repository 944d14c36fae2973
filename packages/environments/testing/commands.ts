import { readFile } from 'node:fs/promises'
import type { Environment } from '@hermes/core'
import type { EnvironmentProcess, ProcessExit, SpawnRequest } from '@hermes/core/environment'

export type Finished = ProcessExit & { readonly stdout: string; readonly stderr: string }

export function start(environment: Environment, request: SpawnRequest): Promise<EnvironmentProcess> {
  return environment.spawn(request, { signal: new AbortController().signal })
}

export async function run(environment: Environment, request: SpawnRequest): Promise<Finished> {
  return finish(await start(environment, request))
}

export async function finish(process: EnvironmentProcess): Promise<Finished> {
  const text = { stdout: '', stderr: '' }
  for await (const { stream, data } of process.output) text[stream] += Buffer.from(data).toString()
  return { ...(await process.exit), ...text }
}

/** Reads `count` lines and drops the rest. */
export async function firstLines(process: EnvironmentProcess, count: number): Promise<string[]> {
  let text = ''
  for await (const { data } of process.output) {
    text += Buffer.from(data).toString()
    if (text.split('\n').length > count) break
  }
  return text.split('\n').slice(0, count)
}

/** Checks a process on this machine. Zombies do not count as running. */
export async function isRunning(pid: string): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => undefined)
  return stat !== undefined && !stat.includes(') Z ')
}
