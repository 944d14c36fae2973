import { HermesError } from '@hermes/core'

/** Metadata of a backup. */
export interface Manifest {
  readonly createdAtMs: number
  /** Version of Hermes that wrote the backup. */
  readonly version: string
  /** `quick`: only the sessions. */
  readonly kind: 'full' | 'quick'
  readonly hasSecrets: boolean
}

const format = 'hermes-backup'
const edition = 1

export function toManifestText({ createdAtMs, version, kind, hasSecrets }: Manifest): string {
  const created = new Date(createdAtMs).toISOString()
  const json = { format, edition, created_at: created, hermes: version, kind, secrets: hasSecrets }
  return `${JSON.stringify(json, undefined, 2)}\n`
}

/** @throws {HermesError} when the manifest is invalid, or from a newer Hermes. */
export function readManifest(text: string): Manifest {
  const json = parse(text)
  if (json.format !== format || typeof json.edition !== 'number') throw foreign()
  if (json.edition > edition) {
    throw new HermesError(
      'cli/backup',
      `The backup is from a newer Hermes (${json.hermes}): update Hermes to restore it.`,
    )
  }
  const createdAtMs = Date.parse(String(json.created_at))
  return {
    createdAtMs: Number.isNaN(createdAtMs) ? 0 : createdAtMs,
    version: String(json.hermes),
    kind: json.kind === 'quick' ? 'quick' : 'full',
    hasSecrets: json.secrets === true,
  }
}

export function foreign(cause?: unknown): HermesError {
  return new HermesError('cli/backup', 'The file is not a backup of Hermes: use one written by `hermes backup`.', {
    cause,
  })
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    const json: unknown = JSON.parse(text)
    if (typeof json === 'object' && json !== null) return { ...json }
  } catch (cause) {
    throw foreign(cause)
  }
  throw foreign()
}
