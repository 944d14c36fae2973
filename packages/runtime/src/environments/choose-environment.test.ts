import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError, silentLogger } from '@hermes/core'
import { expect, test } from 'vitest'
import { tempFolder, tempHome } from '../../testing/temp-home.js'
import { loadConfig } from '../config/load/load-config.js'
import type { ConfigInput } from '../schema/config-schema.js'
import { chooseEnvironment } from './choose-environment.js'

interface Setup {
  readonly overrides?: ConfigInput
  readonly variables?: Readonly<Record<string, string>>
}

async function choose({ overrides, variables = {} }: Setup, paths?: Awaited<ReturnType<typeof tempHome>>) {
  const home = paths ?? (await tempHome())
  const loaded = await loadConfig({
    paths: home,
    variables: { PATH: process.env.PATH, HOME: home.home, ...variables },
    ...(overrides && { overrides }),
  })
  const options = { ...loaded, paths: home, workingDirectory: await tempFolder(), surface: { source: 'cli' } }
  return { options, opening: chooseEnvironment(options, silentLogger, () => undefined) }
}

/** Creates a program that records its arguments and refuses to create a container. */
async function fakeEngine(): Promise<{ readonly program: string; calls(): Promise<readonly string[][]> }> {
  const folder = await tempFolder()
  const program = join(folder, 'docker')
  const log = join(folder, 'calls')
  await writeFile(
    program,
    `#!/bin/sh
for word; do printf '%s\\0' "$word" >> ${log}; done
printf '\\n' >> ${log}
case $1 in
  run) echo "no such image" >&2; exit 125 ;;
  container) echo "Error: no such container" >&2; exit 1 ;;
esac
`,
  )
  await chmod(program, 0o755)
  return {
    program,
    calls: async () => (await readFile(log, 'utf8')).split('\0\n').map((line) => line.split('\0')),
  }
}

test('runs commands on this machine by default', async () => {
  const { opening } = await choose({})
  await using environment = await opening
  expect(environment.id).toBe('local')
})

test('loads an environment from a package or a file of the home', async () => {
  const paths = await tempHome()
  await mkdir(paths.home, { recursive: true })
  await writeFile(
    join(paths.home, 'cloud.mjs'),
    `export default {
      kind: 'environment',
      id: 'cloud',
      options: { '~standard': { version: 1, vendor: 'test', validate: (value) => ({ value }) } },
      create: ({ region }) => ({ id: 'cloud:' + region }),
    }`,
  )
  const { opening } = await choose({ overrides: { environment: { use: './cloud.mjs', region: 'north' } } }, paths)
  expect((await opening).id).toBe('cloud:north')
})

test('requires a host for ssh, which variables can name', async () => {
  const { opening } = await choose({ overrides: { terminal: { backend: 'ssh' } } })
  await expect(opening).rejects.toSatisfy((error) => ConfigError.is(error) && error.path === 'terminal.ssh_host')
  const variables = { TERMINAL_ENV: 'ssh', TERMINAL_SSH_HOST: '127.0.0.1', TERMINAL_SSH_PORT: '1' }
  const { options, opening: other } = await choose({ variables })
  expect(options.config.terminal).toMatchObject({ backend: 'ssh', ssh_host: '127.0.0.1', ssh_port: 1 })
  await expect(other).rejects.toMatchObject({ code: 'environment/unavailable' })
})

test('creates a container as configured', async () => {
  const engine = await fakeEngine()
  const { options, opening } = await choose({
    variables: { TOKEN: 'canary' },
    overrides: {
      terminal: {
        backend: 'docker',
        docker_program: engine.program,
        docker_image: 'some/image:1',
        docker_mount_cwd_to_workspace: true,
        docker_volumes: ['/data:/data:ro'],
        docker_network: false,
        docker_forward_env: ['TOKEN'],
        docker_env: { MODE: 'test' },
        docker_extra_args: ['--gpus', 'all'],
        container_cpu: 2,
        container_memory: 100,
        container_disk: 0,
      },
    },
  })
  await expect(opening).rejects.toMatchObject({ message: expect.stringContaining('The image does not exist') })
  const run = (await engine.calls()).find(([command]) => command === 'run')?.join(' ') ?? ''
  expect(run).toContain(`--volume ${options.workingDirectory}:/workspace`)
  expect(run).toContain(`--volume ${options.paths.home}/sandboxes/docker/home:/root`)
  expect(run).toContain('--volume /data:/data:ro')
  expect(run).toContain('--network none')
  expect(run).toContain('--cpus 2 --memory 100m')
  expect(run).toContain('--gpus all --entrypoint sh some/image:1')
  expect(run).not.toContain('--storage-opt')
  expect(run).not.toContain('canary')
})

test('mounts credential files read-only, and requires them below the home folder', async () => {
  const engine = await fakeEngine()
  const terminal = { backend: 'docker', docker_program: engine.program } as const
  const { options, opening } = await choose({
    overrides: { terminal: { ...terminal, credential_files: ['~/.netrc'] } },
  })
  await expect(opening).rejects.toMatchObject({ code: 'environment/unavailable' })
  const run = (await engine.calls()).find(([command]) => command === 'run')?.join(' ') ?? ''
  expect(run).toContain(`--volume ${options.paths.home}/.netrc:/root/.netrc:ro`)
  const { opening: outside } = await choose({
    overrides: { terminal: { ...terminal, credential_files: ['/etc/passwd'] } },
  })
  await expect(outside).rejects.toSatisfy(ConfigError.is)
})
