import { isRecord, parseJson } from '@hermes/core/wiring'
import type { Engine } from './engine.js'

export interface ContainerStatus {
  readonly id: string
  readonly isRunning: boolean
  /** Time when the container exited, or was created if it never started. */
  readonly endedAtMs: number
  readonly labels: Readonly<Record<string, string>>
}

/** Subset of the engine's output that is used here. */
interface Inspected {
  readonly Id: string
  readonly Created: string
  readonly State: { readonly Running: boolean; readonly FinishedAt: string }
  readonly Config: { readonly Labels?: Readonly<Record<string, string>> | null }
}

/** Returns the existing containers among `names`. */
export async function inspectContainers(engine: Engine, names: readonly string[]): Promise<readonly ContainerStatus[]> {
  const found = await Promise.all(names.map((name) => inspect(engine, name)))
  return found.flat()
}

async function inspect(engine: Engine, name: string): Promise<readonly ContainerStatus[]> {
  const text = await engine.run(['container', 'inspect', name]).catch((error: unknown) => {
    if (/no such container|no container with|no such object/i.test(String(error))) return '[]'
    throw error
  })
  const containers = parseJson(text)
  if (!Array.isArray(containers)) return []
  return containers.filter(isInspected).map(({ Id, Created, State, Config }) => ({
    id: Id,
    isRunning: State.Running,
    endedAtMs: Math.max(Date.parse(State.FinishedAt), Date.parse(Created)),
    labels: Config.Labels ?? {},
  }))
}

function isInspected(value: unknown): value is Inspected {
  return isRecord(value) && isRecord(value.State) && isRecord(value.Config)
}
