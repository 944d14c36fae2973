import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryHome } from '../../../testing/serve-home.js'
import type { ServicePlan } from '../service-plan.js'
import { launchdPlist, launchdService } from './launchd.js'
import { systemdUnit } from './systemd.js'
import { taskXml } from './task-scheduler.js'

const has = (program: string) => spawnSync(program, ['--version']).status === 0
const odd = 'an "odd" & <very> $odd %h \\ name'
const plan: ServicePlan = {
  name: 'hermes-gateway',
  description: 'Hermes gateway (50 % & more)',
  program: [process.execPath, `/opt/${odd}/hermes.js`, 'gateway', 'run'],
  home: `/tmp/${odd}`,
  workingDirectory: '/tmp/work %h',
  searchPath: '/usr/bin:/bin',
  logFile: '/tmp/gateway.log',
}

describe.runIf(has('systemd-analyze'))('a systemd unit', () => {
  test.each([
    ['of a user', plan, '--user'],
    ['of the system', { ...plan, account: 'root' }, '--system'],
  ])('%s is valid with unusual names', (_, { ...definition }, scope) => {
    const file = join(temporaryHome(), 'hermes-gateway.service')
    writeFileSync(file, systemdUnit(definition))
    const runtime = { ...process.env, XDG_RUNTIME_DIR: temporaryHome() }
    const { status, stderr } = spawnSync('systemd-analyze', [scope, '--man=no', 'verify', file], { env: runtime })
    expect({
      status,
      complaints: stderr
        .toString()
        .split('\n')
        .filter((line) => line.includes(file)),
    }).toEqual({
      status: 0,
      complaints: [],
    })
  })
})

test('a systemd unit survives a command that is killed for lack of memory', () => {
  expect(systemdUnit(plan)).toContain('\nOOMPolicy=continue\n')
})

const python = (code: string, input: string) =>
  JSON.parse(execFileSync('python3', ['-c', `import sys, json\n${code}`], { input: Buffer.from(input) }).toString())

describe.runIf(has('python3'))('read by another parser', () => {
  test('a launchd property list has each name unchanged', () => {
    const code = 'import plistlib\nprint(json.dumps(plistlib.loads(sys.stdin.buffer.read())))'
    expect(python(code, launchdPlist({ ...plan, account: 'alice' }))).toMatchObject({
      Label: plan.name,
      UserName: 'alice',
      ProgramArguments: plan.program,
      EnvironmentVariables: { HERMES_HOME: plan.home, PATH: plan.searchPath },
      KeepAlive: { SuccessfulExit: false },
      RunAtLoad: true,
    })
  })

  test('a Windows task is well-formed and has its command', () => {
    const code =
      'import xml.etree.ElementTree as e\nt = e.fromstring(sys.stdin.buffer.read().decode().lstrip("\\ufeff").replace("UTF-16", "UTF-8"))\n' +
      'print(json.dumps({n.tag.split("}")[1]: n.text for n in t.iter() if len(n) == 0}))'
    expect(python(code, taskXml(plan))).toMatchObject({
      Command: 'cmd.exe',
      Arguments: expect.stringContaining(
        `set "HERMES_HOME=${plan.home}" && "${process.execPath}" "/opt/${odd}/hermes.js"`,
      ),
      WorkingDirectory: plan.workingDirectory,
    })
  })
})

test('a launchd service for the system has another domain', () => {
  const user = { id: 501, folder: '/Users/alice' }
  const argvOf = (definition: ServicePlan) => launchdService(definition, user).start.map(({ argv }) => argv.join(' '))
  expect(argvOf(plan)).toEqual(['launchctl bootstrap gui/501 /Users/alice/Library/LaunchAgents/hermes-gateway.plist'])
  expect(argvOf({ ...plan, account: 'alice' })).toEqual([
    'launchctl bootstrap system /Library/LaunchDaemons/hermes-gateway.plist',
  ])
})
