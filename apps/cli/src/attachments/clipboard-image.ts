import type { Environment } from '@hermes/core'
import { createLocalEnvironment, findExecutable, foldersOutside } from '@hermes/environments'
import type { Io } from '../io.js'
import { mostImageBytes } from '../setup/read-image.js'
import { UsageError } from '../usage-error.js'

export interface ClipboardOptions {
  readonly env: Io['env']
  /** Folder from which no program is started. */
  readonly workingDirectory: string
  /** Default: the platform of the process. */
  readonly platform?: NodeJS.Platform
}

/** Runs the program with arguments. @returns its output; empty if it failed. */
type Run = (...args: readonly string[]) => Promise<Buffer>

interface Reader {
  readonly program: string
  read(run: Run): Promise<Buffer>
}

const limitMs = 10_000
/** Limit of the output, in bytes: the largest image in hexadecimal. */
const mostBytes = 2 * mostImageBytes + 1_024
const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']
const toBase64 =
  'Add-Type -AssemblyName System.Windows.Forms, System.Drawing; $i = [Windows.Forms.Clipboard]::GetImage(); if ($i) { $m = New-Object IO.MemoryStream; $i.Save($m, [Drawing.Imaging.ImageFormat]::Png); [Convert]::ToBase64String($m.ToArray()) }'

/**
 * Reads the image in the clipboard with a system program: pngpaste or osascript on macOS, PowerShell under WSL, wl-paste on Wayland,
 * xclip on X11.
 * @throws {UsageError} when the clipboard has no image, or cannot be read.
 */
export async function clipboardImage({ env, workingDirectory, platform }: ClipboardOptions): Promise<Buffer> {
  const { readers, advice } = readersFor(platform ?? process.platform, env)
  const folders = foldersOutside(workingDirectory, env)
  const installed = readers.flatMap(({ program, read }) => {
    const path = findExecutable(program, folders)
    return path === undefined ? [] : [{ path, read }]
  })
  if (installed.length === 0) throw new UsageError(advice)
  // By its name, the variable with the display's key looks like a credential.
  await using environment = createLocalEnvironment({ workingDirectory, variables: env, passThrough: ['XAUTHORITY'] })
  for (const { path, read } of installed) {
    const bytes = await read((...args) => output(environment, [path, ...args]))
    if (bytes.length > 0) return bytes
  }
  throw new UsageError('The clipboard has no image: copy one, or attach a file with /image PATH.')
}

function readersFor(platform: NodeJS.Platform, env: Io['env']): { readers: readonly Reader[]; advice: string } {
  if (platform === 'darwin')
    return { readers: [pngpaste, osascript], advice: 'The clipboard cannot be read: install pngpaste.' }
  if (env.WSL_DISTRO_NAME || env.WSL_INTEROP)
    return { readers: [powershell], advice: 'The clipboard cannot be read: powershell.exe is not in the PATH.' }
  if (env.WAYLAND_DISPLAY)
    return {
      readers: [wlPaste, ...(env.DISPLAY ? [xclip] : [])],
      advice: 'The clipboard cannot be read: install wl-clipboard.',
    }
  if (env.DISPLAY) return { readers: [xclip], advice: 'The clipboard cannot be read: install xclip.' }
  return { readers: [], advice: 'This terminal has no clipboard to read: attach a file with /image PATH.' }
}

const pngpaste: Reader = { program: 'pngpaste', read: (run) => run('-') }

const osascript: Reader = {
  program: 'osascript',
  async read(run) {
    const printed = (await run('-e', 'the clipboard as «class PNGf»')).toString('utf8')
    return Buffer.from(/«data PNGf([0-9A-F]+)»/i.exec(printed)?.[1] ?? '', 'hex')
  },
}

const powershell: Reader = {
  program: 'powershell.exe',
  async read(run) {
    const printed = await run('-NoProfile', '-STA', '-Command', toBase64)
    return Buffer.from(printed.toString('ascii'), 'base64')
  },
}

const wlPaste: Reader = {
  program: 'wl-paste',
  async read(run) {
    const type = firstType(await run('--list-types'))
    return type === undefined ? Buffer.alloc(0) : run('--type', type)
  },
}

const xclip: Reader = {
  program: 'xclip',
  async read(run) {
    const of = ['-selection', 'clipboard', '-o', '-t']
    const type = firstType(await run(...of, 'TARGETS'))
    return type === undefined ? Buffer.alloc(0) : run(...of, type)
  },
}

function firstType(listed: Buffer): string | undefined {
  const offered = listed.toString('utf8').split(/\r?\n/)
  return imageTypes.find((type) => offered.includes(type))
}

async function output(environment: Environment, words: readonly string[]): Promise<Buffer> {
  const signal = AbortSignal.timeout(limitMs)
  const child = await environment.spawn({ command: `exec ${words.map(quote).join(' ')}` }, { signal })
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const { stream, data } of child.output) {
    if (stream !== 'stdout') continue
    size += data.length
    if (size > mostBytes) child.kill()
    else chunks.push(data)
  }
  const { code } = await child.exit
  if (size > mostBytes) throw new UsageError('The image of the clipboard has more than 10 MB: use a smaller one.')
  if (signal.aborted) throw new UsageError('The clipboard did not answer: attach a file with /image PATH.')
  return code === 0 ? Buffer.concat(chunks) : Buffer.alloc(0)
}

function quote(argument: string): string {
  return `'${argument.replaceAll("'", `'\\''`)}'`
}
