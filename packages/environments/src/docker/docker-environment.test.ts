import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Environment } from '@hermes/core'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { finish, run, start } from '../../testing/commands.js'
import { findTestEngine, type TestEngine } from '../../testing/container-engine.js'
import { runAgent } from '../../testing/run-agent.js'
import { createDockerEnvironment, type DockerEnvironmentOptions } from './docker-environment.js'

const found = await findTestEngine()

if (typeof found === 'string') {
  describe.skip(`skipped: ${found}`, () => test('the docker environment'))
} else {
  describe(`in containers of ${found.program}`, () => {
    afterAll(() => found[Symbol.asyncDispose]())
    describeContainers(found)
  })
}

test('says what to do when there is no engine', async () => {
  const attempt = createDockerEnvironment({
    container: { image: 'any' },
    program: '/not/there/docker',
    variables: process.env,
  })
  await expect(attempt).rejects.toMatchObject({
    code: 'environment/unavailable',
    message: expect.stringContaining('Install Docker or Podman'),
  })
})

function describeContainers(engine: TestEngine): void {
  let folder: string
  let opened: Environment[]
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hermes-docker-test-'))
    opened = []
  })
  afterEach(async () => {
    for (const environment of opened) await environment[Symbol.asyncDispose]()
    for (const id of await containers()) await engine.run('rm', '--force', id)
    await rm(folder, { recursive: true, force: true })
  })

  const settings = (options: Partial<DockerEnvironmentOptions> = {}): DockerEnvironmentOptions => ({
    program: engine.program,
    variables: engine.variables,
    killGraceMs: 300,
    ...options,
    container: { image: engine.image, network: false, ...options.container },
    // Unique per test, so that no other containers are used or removed.
    keeping: { profile: folder, ...options.keeping },
  })
  const create = async (options?: Partial<DockerEnvironmentOptions>) => {
    const environment = await createDockerEnvironment(settings(options))
    opened.push(environment)
    return environment
  }
  const containers = async (...filters: readonly string[]) => {
    const all = [`label=hermes.profile=${folder}`, ...filters].flatMap((filter) => ['--filter', filter])
    return (await engine.run('ps', '--all', '--quiet', '--no-trunc', ...all)).split('\n').filter(Boolean)
  }
  const output = async (environment: Environment, command: string) =>
    (await run(environment, { command })).stdout.trim()

  test('gives commands only file capabilities and prevents them from gaining others', async () => {
    const status = await output(await create(), 'cat /proc/self/status')
    // CHOWN, DAC_OVERRIDE and FOWNER are bits 0, 1 and 3.
    for (const set of ['CapPrm', 'CapEff', 'CapBnd']) expect(status).toContain(`${set}:\t000000000000000b`)
    expect(status).toContain('NoNewPrivs:\t1')
  })

  test.each([{}, { terminal: { columns: 80, rows: 24 } }])(
    "the engine's program gets none of a command's variables ($terminal)",
    async (request) => {
      const program = join(folder, 'recording-engine')
      const script = `#!/bin/sh\nenv >> '${program}.log'\nexec ${engine.program} "$@"\n`
      await writeFile(program, script, { mode: 0o755 })
      const environment = await create({ program })
      const variables = { LD_BIND_NOT: '1', PATH: '/usr/bin:/bin:/of/the/command' }
      const { stdout } = await run(environment, { ...request, command: 'echo $LD_BIND_NOT $PATH', variables })
      expect(stdout.trim()).toBe('1 /usr/bin:/bin:/of/the/command')
      const log = await readFile(`${program}.log`, 'utf8')
      expect(log).toContain('HOME=')
      expect(log).not.toMatch(/LD_BIND_NOT|of\/the\/command/)
    },
  )

  test('applies the limits of the container', async () => {
    const environment = await create({
      container: { image: engine.image, network: false, limits: { memoryMb: 256, cpus: 1 } },
    })
    const [id = ''] = await containers()
    const [{ HostConfig }] = JSON.parse(await engine.run('inspect', id))
    expect(HostConfig).toMatchObject({
      PidsLimit: 256,
      Memory: 256 * 2 ** 20,
      NanoCpus: 1_000_000_000,
      NetworkMode: 'none',
    })
    expect(await output(environment, 'grep " /tmp " /proc/mounts')).toMatch(/nosuid.*size=524288k/)
  })

  test('reaps orphaned processes without an init program of the engine', async () => {
    const environment = await create()
    await run(environment, { command: 'for i in 1 2 3 4 5; do (sleep 0.1 & exec setsid sleep 0.2) & done; sleep 0.1' })
    const zombies = () => output(environment, "grep -ls 'State:.Z' /proc/[0-9]*/status | wc -l")
    const sleepers = () => output(environment, "grep -lsx 'Name:.sleep' /proc/[0-9]*/status | wc -l")
    await expect.poll(sleepers, { timeout: 10_000 }).toBe('1')
    await expect.poll(zombies, { timeout: 10_000 }).toBe('0')
  })

  test('does not write variables into the container settings', async () => {
    const environment = await create({ commandVariables: { TOKEN: 'canary' } })
    expect(await output(environment, 'echo $TOKEN')).toBe('canary')
    expect(await engine.run('inspect', ...(await containers()))).not.toContain('canary')
  })

  test('reports a container with mounts as a sandbox', async () => {
    await writeFile(join(folder, 'a'), 'from here')
    const mounted = await create({ container: { image: engine.image, network: false, workspace: folder } })
    expect(mounted.isolation).toBe('sandbox')
    expect(await output(mounted, 'cat a; echo from there > b')).toBe('from here')
    expect(await readFile(join(folder, 'b'), 'utf8')).toBe('from there\n')
    expect((await create()).isolation).toBe('container')
  })

  test('keeps files of /workspace and the home in the state folder beyond the container', async () => {
    const container = { image: engine.image, network: false, stateFolder: join(folder, 'state') }
    const first = await create({ container, keeping: { isReused: false } })
    await run(first, { command: 'echo one > /workspace/a; echo two > ~/b' })
    await first[Symbol.asyncDispose]()
    expect(await containers()).toEqual([])
    const second = await create({ container, keeping: { isReused: false } })
    expect(await output(second, 'cat /workspace/a ~/b')).toBe('one\ntwo')
  })

  describe('a container', () => {
    test('is reused only with the same settings', async () => {
      const first = await create()
      await run(first, { command: 'echo kept > /tmp/here' })
      await first[Symbol.asyncDispose]()
      expect(await output(await create(), 'cat /tmp/here')).toBe('kept')
      expect(await output(await create({ keeping: { profile: folder, key: 'other' } }), 'ls /tmp')).toBe('')
      expect(await containers()).toHaveLength(2)
    })

    test('is shared by two environments; disposing one does not end the commands of the other', async () => {
      const [first, second] = [await create(), await create()]
      const process = await start(second, { command: 'echo ready; read -r line; echo $line', keepsInput: true })
      await first[Symbol.asyncDispose]()
      await process.write?.('still here\n')
      expect(await finish(process)).toMatchObject({ code: 0, stdout: 'ready\nstill here\n' })
    })

    test('exits when it is unused and is restarted on demand', async () => {
      const keeping = { profile: folder, lifetimeSeconds: 2 }
      const first = await create({ keeping })
      await run(first, { command: 'sleep 4; echo kept > /usr/kept' })
      expect(await containers('status=running')).toHaveLength(1)
      await first[Symbol.asyncDispose]()
      await expect.poll(() => containers('status=exited'), { timeout: 20_000 }).toHaveLength(1)
      expect(await output(await create({ keeping }), 'cat /usr/kept')).toBe('kept')
    })

    test('is removed some time after it was left behind', async () => {
      const day = 24 * 3600 * 1000
      const first = await create({ keeping: { profile: folder, key: 'left' } })
      await first[Symbol.asyncDispose]()
      const [id = ''] = await containers()
      await engine.run('stop', '--time', '1', id)
      const after = (days: number) =>
        create({ services: { now: () => Date.now() + days * day }, keeping: { profile: folder } })
      await after(6)
      expect(await containers()).toContain(id)
      await after(8)
      expect(await containers()).not.toContain(id)
    })

    test('that is stopped during a command ends it and is restarted for the next one', async () => {
      const environment = await create()
      const process = await start(environment, { command: 'echo ready; sleep 94' })
      const reading = finish(process)
      const [id = ''] = await containers()
      await engine.run('stop', '--time', '1', id)
      expect(await reading).toMatchObject({ stdout: 'ready\n', code: 255 })
      expect(await output(environment, 'echo again')).toBe('again')
    })
  })

  test('ends all processes when the agent is killed', async () => {
    const { variables, ...options } = settings()
    const command = 'sleep 95 & one=$!; setsid sleep 96 & echo $one $!; wait'
    const agent = await runAgent(
      `import { createDockerEnvironment } from './docker/index.ts'
      const environment = await createDockerEnvironment({ ...${JSON.stringify(options)}, variables: process.env })
      const child = await environment.spawn({ command: ${JSON.stringify(command)} }, { signal: new AbortController().signal })
      for await (const { data } of child.output) console.log(Buffer.from(data).toString().trim())`,
      variables,
    )
    const watching = await create()
    const files = agent.line.split(' ').map((pid) => `/proc/${pid}/status`)
    const sleepers = () => output(watching, `grep -ls 'State:.S' ${files.join(' ')} | wc -l`)
    await expect.poll(sleepers, { timeout: 20_000 }).toBe('2')
    await agent.kill()
    await expect.poll(sleepers, { timeout: 20_000 }).toBe('0')
  })
}
