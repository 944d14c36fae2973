import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, readlinkSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import type { Environment } from '@hermes/core'
import { createLocalEnvironment } from '@hermes/environments'
import { createBubblewrap, probeSandbox, withSandbox } from '@hermes/environments/sandbox'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { homePaths } from '../../home/home-paths.js'
import { type ConfigInput, configSchema } from '../../schema/config-schema.js'
import { receivedFolder } from './received-files.js'
import { sandboxPolicy } from './sandbox-policy.js'

const probed = await probeSandbox({ holders: ['bubblewrap'] })
const title = probed.status === 'available' ? 'commands in the sandbox' : `skipped: ${probed.reason}`
/** Generous, because several programs start on a possibly busy machine. */
const timeout = 120_000

describe.skipIf(probed.status === 'unavailable')(title, { timeout }, () => {
  let home: string
  let project: string
  const opened: Environment[] = []
  beforeEach(() => {
    home = realpathSync(mkdtempSync(join(tmpdir(), 'hermes-policy-')))
    project = join(home, 'work/project')
    mkdirSync(project, { recursive: true })
    place('.gitconfig', '[user]\n\tname = me\n\temail = me@example.org\n')
  })
  afterEach(async () => {
    for (const environment of opened.splice(0)) await environment[Symbol.asyncDispose]()
    rmSync(home, { recursive: true, force: true })
  })

  function place(name: string, content: string) {
    mkdirSync(dirname(join(home, name)), { recursive: true })
    writeFileSync(join(home, name), content)
  }

  function open(
    terminal: ConfigInput['terminal'] = {},
    workingDirectory = project,
    servesStrangers = false,
    hasOwnTemporary = false,
    received?: string,
  ): Environment {
    // The home itself is in the system's temporary folder.
    const temporary = join(home, 'tmp')
    mkdirSync(temporary, { recursive: true })
    const variables = { PATH: process.env.PATH, HOME: home, TMPDIR: temporary }
    const paths = homePaths(join(home, '.hermes'))
    const config = configSchema.parse({ terminal })
    const policy = sandboxPolicy({
      config,
      paths,
      variables,
      workingDirectory,
      hasNetwork: terminal.sandbox_network === 'on',
      servesStrangers,
      temporaryFolders: [temporary],
      program: join(temporary, 'node/bin/node'),
    })
    const own = [{ folder: temporary, by: join(paths.cache, 'sandbox/temporary') }]
    const sandbox = createBubblewrap({
      policy,
      stateFolder: join(paths.cache, 'sandbox'),
      ...(hasOwnTemporary && { replacedFor: () => own }),
      ...(received !== undefined && { readOnlyFor: () => [received] }),
    })
    const environment = withSandbox(createLocalEnvironment({ workingDirectory, variables, sandbox }), sandbox)
    opened.push(environment)
    return environment
  }

  async function run(command: string, environment = open()) {
    const running = await environment.spawn({ command }, { signal: AbortSignal.timeout(timeout) })
    let text = ''
    for await (const { data } of running.output) text += Buffer.from(data).toString()
    return { text, ...(await running.exit) }
  }

  test("lets git commit with the user's settings", async () => {
    execFileSync('git', ['init', '-q'], { cwd: project })
    const result = await run('echo x > a && git add a && git commit -qm first && git log --format="%an %s"')
    expect(result).toEqual({ text: 'me first\n', code: 0 })
    expect(execFileSync('git', ['log', '--format=%s'], { cwd: project, encoding: 'utf8' })).toBe('first\n')
  })

  test('lets git commit from a subfolder and in another work tree', async () => {
    execFileSync('git', ['init', '-q'], { cwd: project })
    mkdirSync(join(project, 'packages/one'), { recursive: true })
    const commit = 'echo x > a && git add a && git commit -qm inner && git log --format=%s -1'
    expect(await run(commit, open({}, join(project, 'packages/one')))).toEqual({ text: 'inner\n', code: 0 })
    execFileSync('git', ['worktree', 'add', '-q', '../tree'], { cwd: project })
    const inTree = await run(commit.replace('> a', '> b').replace('add a', 'add b'), open({}, join(home, 'work/tree')))
    expect(inTree).toEqual({ text: 'inner\n', code: 0 })
  })

  test('lets git create and use a repository, which stays usable', async () => {
    const environment = open()
    const made = await run(
      'git init -q -b main && git remote add origin https://example.org/x && touch a && git add a',
      environment,
    )
    expect(made).toEqual({ text: '', code: 0 })
    expect(await run('git commit -qm first && git remote && git status --short', environment)).toEqual({
      text: 'origin\n',
      code: 0,
    })
  })

  test('lets npm install and run scripts', async () => {
    mkdirSync(join(project, 'dependency'))
    writeFileSync(join(project, 'dependency/package.json'), '{ "name": "dependency", "version": "1.0.0" }')
    const manifest = {
      name: 'x',
      scripts: { hi: 'node -e "console.log(6 * 7)"' },
      dependencies: { dependency: 'file:./dependency' },
    }
    writeFileSync(join(project, 'package.json'), JSON.stringify(manifest))
    const result = await run('npm install --offline --no-audit --no-fund && npm run --silent hi && ls node_modules')
    expect(result.text).toMatch(/42\ndependency\n$/)
    expect(result.code).toBe(0)
  })

  test('provides processes, temporary files, shared memory and terminals', async () => {
    const result = await run(
      'ps -e > /dev/null && mktemp > /dev/null && echo x > /dev/shm/x && sleep 5 & kill $! && echo ok',
    )
    expect(result).toEqual({ text: 'ok\n', code: 0 })
  })

  test('shares the temporary folder with file tools', async () => {
    const environment = open()
    const { text } = await run('f=$(mktemp) && echo shared > $f && echo $f', environment)
    expect(Buffer.from(await environment.files.read(text.trim())).toString()).toBe('shared\n')
    await environment.files.remove(text.trim())
  })

  test("provides writable caches, separate from the user's", async () => {
    place('.cache/pip/wheel', 'mine')
    const environment = open()
    expect(
      await run('cat ~/.cache/pip/wheel; echo theirs > ~/.cache/tool && echo theirs > ~/.npm/entry', environment),
    ).toMatchObject({ code: 0 })
    expect(await run('cat ~/.cache/tool ~/.npm/entry', open())).toEqual({ text: 'theirs\ntheirs\n', code: 0 })
    expect(() => readFileSync(join(home, '.cache/tool'))).toThrow('ENOENT')
  })

  test("provides the user's downloads read-only when there is no network", async () => {
    place('.cargo/registry/crate', 'a crate')
    place('.cache/ms-playwright/browser', 'a browser')
    const read = await run(
      'cat ~/.cargo/registry/crate ~/.cache/ms-playwright/browser; echo x > ~/.cargo/registry/crate',
    )
    expect(read.text).toMatch(/^a cratea browser.*Read-only/)
  })

  test('hides credentials, and leaves the rest of the home readable', async () => {
    place('.netrc', 'canary')
    place('.ssh/id_rsa', 'canary')
    place('.config/tool/settings', 'ordinary')
    const { text } = await run('cat ~/.netrc; ls ~/.ssh; cat ~/.config/tool/settings; echo x > ~/.config/tool/settings')
    expect(text).toMatch(/^ordinary.*Read-only file system\n$/)
  })

  test("shows only the parts of the agent's home that are meant for commands", async () => {
    place('.hermes/.env', 'canary')
    place('.hermes/state.db', 'canary')
    place('.hermes/skills/one/SKILL.md', 'a skill')
    place('.hermes/cache/spillover/long', 'long output')
    const { text } = await run('cat ~/.hermes/skills/one/SKILL.md ~/.hermes/cache/spillover/long; ls -A ~/.hermes')
    expect(text).toBe('a skilllong outputcache\nskills\n')
  })

  test("allows a project inside the agent's home, and hides other profiles", async () => {
    place('.hermes/profiles/other/.env', 'canary')
    place('.hermes/workspace/file', 'x')
    const { text } = await run('echo y > new && ls && ls -A ~/.hermes', open({}, join(home, '.hermes/workspace')))
    expect(text).toBe('file\nnew\ncache\nworkspace\n')
  })

  test('hides stored results and temporary files where conversations belong to different people', async () => {
    place('.hermes/cache/spillover/long', 'long output')
    place('tmp/note', 'a note')
    const reading = 'cat ~/.hermes/cache/spillover/* 2> /dev/null; echo x > ~/tmp/note; true'
    expect((await run(reading)).text).toBe('long output')
    const { text } = await run(reading, open({}, project, true))
    expect(text).not.toContain('long output')
    expect(text).toContain('Read-only file system')
  })

  test('shows files that were sent to a conversation only to its commands', async () => {
    const folderOf = (id: string) => receivedFolder(homePaths(join(home, '.hermes')), id)
    const own = folderOf('own')
    for (const folder of [own, folderOf('other')]) place(join(relative(home, folder), 'plan.txt'), 'a plan\n')
    place('.hermes/cache/speech/said.mp3', 'spoken')
    const look = `find ~/.hermes/cache -type f; cat ${own}/plan.txt; rm ${own}/plan.txt`
    expect((await run(look, open({}, project, true))).text).toMatch(/^[^\n]*cache[^\n]*No such file/)
    const { text } = await run(look, open({}, project, true, false, own))
    expect(text).toMatch(new RegExp(`^${own}/plan\\.txt\na plan\n.*Read-only file system`))
  })

  test.each([false, true])('keeps the Node.js of the agent in a temporary folder (replaced: %s)', async (hasOwn) => {
    place('tmp/node/bin/node', 'echo it runs\n')
    place('tmp/note', 'a note')
    const command =
      'sh ~/tmp/node/bin/node; echo "echo replaced" > ~/tmp/node/bin/node; rm -rf ~/tmp/node; cat ~/tmp/note'
    const { text } = await run(command, open({}, project, hasOwn, hasOwn))
    expect(text).toMatch(/^it runs\n/)
    expect(text.includes('a note')).toBe(!hasOwn)
    expect(readFileSync(join(home, 'tmp/node/bin/node'), 'utf8')).toBe('echo it runs\n')
  })

  test('allows writing to configured folders', async () => {
    place('.docker/config.json', '{}')
    mkdirSync(join(home, 'elsewhere'))
    const environment = open({ sandbox_writable: ['~/elsewhere', '~/.docker'] })
    expect(await run('echo x > ~/elsewhere/a && echo x > ~/.docker/daemon', environment)).toMatchObject({ code: 0 })
  })

  test('disables the network without a person, unless the config enables it', async () => {
    const devices = "tail -n +3 /proc/net/dev | cut -d: -f1 | tr -d ' ' | grep -vc '^lo$'"
    expect((await run(devices)).text).toBe('0\n')
    const own = readlinkSync('/proc/self/ns/net')
    expect((await run('readlink /proc/self/ns/net', open({ sandbox_network: 'on' }))).text).toBe(`${own}\n`)
  })
})
