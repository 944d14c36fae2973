import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

/** A working container engine with an image of this machine's programs, so that nothing is downloaded. */
export interface TestEngine extends AsyncDisposable {
  readonly program: string
  /** The variables that the engine's program needs. */
  readonly variables: Readonly<Record<string, string | undefined>>
  readonly image: string
  run(...args: readonly string[]): Promise<string>
}

const image = 'localhost/hermes-test:latest'
const programs =
  'sh bash env cat ls stat mkdir rm rmdir mv cp ln readlink chmod head tail wc sleep touch ps setsid tr mkfifo grep sed stty id dd seq'

/** The engine, or a sentence that says why there is none. */
export async function findTestEngine(): Promise<TestEngine | string> {
  const failures: string[] = []
  for (const open of [openDocker, openPodman]) {
    try {
      return await open()
    } catch (error) {
      failures.push(String(error).split('\n').slice(0, 3).join(' ').trim())
    }
  }
  return `no container engine answers: ${failures.join('; ')}`
}

const execute = promisify(execFile)

async function openDocker(): Promise<TestEngine> {
  const folder = await mkdtemp(join(tmpdir(), 'hermes-docker-'))
  const engine = toEngine('docker', process.env, async () => {
    await engine.run('rmi', '--force', image).catch(() => undefined)
    await rm(folder, { recursive: true, force: true })
  })
  return prepare(engine, folder)
}

/** Podman with its own storage, and settings that need neither systemd nor a particular file system. */
async function openPodman(): Promise<TestEngine> {
  const folder = await mkdtemp(join(tmpdir(), 'hermes-podman-'))
  const runtime = ['runc', 'crun'].find((name) => isOnPath(name)) ?? 'crun'
  await writeFile(
    join(folder, 'containers.conf'),
    `[containers]
default_ulimits = ["nofile=1024:1024", "nproc=1024:1024"]
[engine]
runtime = "${runtime}"
cgroup_manager = "cgroupfs"
events_logger = "file"
`,
  )
  await writeFile(
    join(folder, 'storage.conf'),
    `[storage]
driver = "vfs"
graphroot = "${folder}/graph"
runroot = "${folder}/run"
`,
  )
  const variables = {
    ...process.env,
    CONTAINERS_CONF: join(folder, 'containers.conf'),
    CONTAINERS_STORAGE_CONF: join(folder, 'storage.conf'),
  }
  const engine = toEngine('podman', variables, async () => {
    await removeAll(engine, folder)
    // Podman may still be cleaning up after a container has exited.
    await rm(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 })
  })
  return prepare(engine, folder)
}

/** Podman's monitor may wait forever for a reader of a full terminal, and its container then cannot exit. */
async function removeAll(engine: TestEngine, folder: string, attempts = 5): Promise<void> {
  try {
    await engine.run('rm', '--all', '--force', '--time', '0')
  } catch (error) {
    if (attempts === 1) throw error
    for (const id of await monitorsOf(folder)) kill(id)
    await delay(1_000)
    await removeAll(engine, folder, attempts - 1)
  }
}

/** It may have ended since it was found. */
function kill(id: number): void {
  try {
    process.kill(id, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** The monitors of containers stored in a folder. */
async function monitorsOf(folder: string): Promise<readonly number[]> {
  const ids = (await readdir('/proc')).map(Number).filter(Number.isInteger)
  const commands = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')))
  return ids.filter((_, index) => commands[index]?.includes('conmon') && commands[index].includes(folder))
}

function toEngine(program: string, variables: TestEngine['variables'], dispose: () => Promise<void>): TestEngine {
  return {
    program,
    variables,
    image,
    async run(...args) {
      return (await execute(program, [...args], { env: variables })).stdout.trim()
    },
    [Symbol.asyncDispose]: dispose,
  }
}

/** @throws when the engine does not respond or cannot run a container. */
async function prepare(engine: TestEngine, folder: string): Promise<TestEngine> {
  try {
    await engine.run('ps', '--quiet')
    await makeImage(engine, folder)
    await engine.run('run', '--rm', '--network', 'none', '--pids-limit', '64', image, 'sh', '-c', 'true')
    return engine
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

async function makeImage(engine: TestEngine, folder: string): Promise<void> {
  const root = join(folder, 'rootfs')
  for (const name of ['usr/bin', 'usr/lib', 'usr/lib64', 'tmp', 'proc', 'sys', 'dev', 'etc', 'root']) {
    await mkdir(join(root, name), { recursive: true })
  }
  for (const name of ['bin', 'lib', 'lib64']) await symlink(`usr/${name}`, join(root, name))
  await Promise.all(programs.split(' ').map((name) => copyProgram(name, root)))
  await writeFile(join(root, 'etc/passwd'), 'root:x:0:0:root:/root:/bin/bash\n')
  await execute('tar', ['-C', root, '-cf', join(folder, 'image.tar'), '.'])
  await engine.run('import', join(folder, 'image.tar'), image)
}

async function copyProgram(name: string, root: string): Promise<void> {
  const { stdout: path } = await execute('bash', ['-c', 'type -P "$0"', name])
  const program = await realpath(path.trim())
  await copyFile(program, join(root, 'usr/bin', name))
  const { stdout: libraries } = await execute('ldd', [program])
  for (const [library] of libraries.matchAll(/\/\S*\/\S+\.so\S*/g)) {
    await mkdir(join(root, dirname(library)), { recursive: true })
    await copyFile(library, join(root, library))
  }
}

function isOnPath(name: string): boolean {
  return [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'].some((folder) => existsSync(join(folder, name)))
}
