import { type Environment, EnvironmentError } from '@hermes/core'
import { makeRoom, type SpillFiles } from './make-room.js'
import { defaultQuota, type SpillPlace, type SpillQuota } from './spill-place.js'

export interface SpillEnvironmentOptions {
  readonly environment: Environment
  /** Limits for all files. Default: 64 MiB in total, for 7 days. */
  readonly quota?: Partial<SpillQuota>
  /** Maximum size of one file, which stays in memory until it is complete. Default: 8 MiB. */
  readonly maxFileBytes?: number
  /** Default: `Date.now`. */
  readonly now?: () => number
}

/**
 * Spills to the temporary folder of an environment with a separate file system, so that its commands and the file tools
 * find the files.
 */
export function spillEnvironment(options: SpillEnvironmentOptions): SpillPlace {
  const { environment, maxFileBytes = 8 * 2 ** 20, now = Date.now } = options
  const quota = { ...defaultQuota, maxTotalBytes: 64 * 2 ** 20, ...options.quota }
  let known: Promise<string> | undefined
  const findFolder = () => {
    known ??= makeFolder(environment).catch((error: unknown) => {
      known = undefined
      throw error
    })
    return known
  }
  return {
    maxFileBytes,
    async begin(name) {
      const folder = await findFolder()
      const path = `${folder}/${name}`
      let pieces: Uint8Array[] = []
      return {
        async append(data) {
          pieces.push(data)
          return true
        },
        async finish() {
          const whole = Buffer.concat(pieces)
          pieces = []
          if (!(await makeRoom(filesOf(environment, folder), whole.length, quota, now())))
            throw new EnvironmentError(`There is no space in ${folder} for ${whole.length} more bytes.`)
          await environment.files.write(path, whole)
          return path
        },
        async discard() {
          pieces = []
          if (await environment.files.stat(path)) await environment.files.remove(path)
        },
      }
    },
  }
}

/**
 * Script that creates the folder. Uses the same folder after a restart, so that paths in conversations stay valid.
 * Never uses a folder of another user.
 */
const script = `umask 077
base="\${TMPDIR:-/tmp}"
folder="\${base%/}/hermes-output-$(id -u)"
mkdir "$folder" 2>/dev/null
if [ -L "$folder" ] || [ ! -d "$folder" ] || [ ! -O "$folder" ]; then folder="$(mktemp -d "\${base%/}/hermes-output-XXXXXXXX")" || exit 1; fi
chmod 700 "$folder"
printf '\\n%s' "$folder"`

async function makeFolder(environment: Environment): Promise<string> {
  const process = await environment.spawn({ command: script }, { signal: AbortSignal.timeout(30_000) })
  const decoder = new TextDecoder()
  let text = ''
  for await (const { stream, data } of process.output) {
    if (stream === 'stdout') text += decoder.decode(data, { stream: true })
  }
  const { code } = await process.exit
  const folder = text.split('\n').at(-1) ?? ''
  if (code !== 0 || !folder.startsWith('/'))
    throw new EnvironmentError(`No temporary folder could be created in the environment "${environment.id}".`)
  return folder
}

function filesOf({ files }: Environment, folder: string): SpillFiles {
  return {
    async list() {
      const entries = await files.list(folder)
      const found = await Promise.all(
        entries.map(async ({ name }) => ({ name, status: await files.stat(`${folder}/${name}`) })),
      )
      return found.flatMap(({ name, status }) => (status ? [{ name, ...status }] : []))
    },
    remove: (name) => files.remove(`${folder}/${name}`),
  }
}
