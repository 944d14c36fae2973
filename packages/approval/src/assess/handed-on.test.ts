import { beforeAll, describe, expect, test } from 'vitest'
import { matchesInAnyCase } from '../words/match-globs.js'
import { type AssessCommand, createCommandAssessor } from './assess-command.js'

const context = { workingDirectory: '/home/dev/proj', home: '/home/dev' }
let assess: AssessCommand

beforeAll(async () => {
  assess = await createCommandAssessor()
})

describe('an unknown program may start each of its arguments', () => {
  test.each([
    'new-runner rm -rf /',
    'new-runner -n 1 -- rm -rf /',
    'new-runner --level 3 --name x /bin/rm -rf ~',
    "new-runner 'rm -rf /'",
    "new-runner --command 'cd / && rm -rf *'",
    "new-runner run:'sudo rm -rf /'",
    `new-runner ${'a '.repeat(200)} sudo rm -rf /`,
    'new-runner other-runner mkfs.ext4 /dev/sda1',
    'find . -exec new-runner rm -rf / ";"',
  ])('so what cannot be undone is refused: %s', (command) => {
    expect(assess(command, context).verdict).toBe('refuse')
  })

  test('changing instructions through such a program is a lasting effect', () => {
    for (const command of ['new-runner cp notes AGENTS.md', "new-runner 'echo x > CLAUDE.md'"])
      expect(assess(command, context).outward).toMatchObject([{ kind: 'lasts' }])
  })

  test.each([
    'new-runner rm -r build',
    'new-runner --note "first rm, then build"',
    'npm install rimraf shx',
    'pytest -k "rm or cp" tests',
    'cargo run -- rm notes',
    'python3 tools/tidy.py rm build',
    "echo 'rm -rf /'",
    "grep -rn 'rm -rf /' scripts",
    "git commit -m 'refuse rm -rf /'",
    "gh issue view --comments 'rm -rf /'",
    'hermes -z "what does rm -rf / do?"',
    'man rm',
    'which rm dd mkfs',
    'apt-get install wipe ssh',
    'systemctl status ssh nginx',
    'pytest -k shutdown',
    'pytest -k "shutdown or reboot"',
    'cargo test shutdown',
    'npm run shutdown',
    'make halt',
    './gradlew shutdown',
    'tmux kill-session -t halt',
    'mysqladmin shutdown',
    'adb reboot',
  ])('and nothing else is asked about it: %s', (command) => {
    expect(assess(command, context)).toMatchObject({ verdict: 'run', outward: [] })
  })
})

describe('a container that sees folders of this machine', () => {
  test.each([
    'docker run -v /home/dev/proj:/work alpine rm -r /work/build',
    'docker run -v "$PWD":/home alpine rm -rf /home/x',
    'docker run -v data:/h alpine rm -rf /h',
  ])('may delete what is below the project: %s', (command) => {
    expect(assess(command, context).verdict).toBe('ask')
  })

  test('does not write its instructions unseen', () => {
    const command = "docker run -v $PWD:/work alpine sh -c 'echo x > /work/AGENTS.md'"
    expect(assess(command, context).outward).toContainEqual(expect.objectContaining({ kind: 'lasts' }))
  })
})

describe('patterns of people match a command however its files are written', () => {
  const finds = (pattern: string, command: string) => {
    const { commands = [] } = assess(command, context)
    return matchesInAnyCase([pattern], [command, ...commands])
  }

  test.each([
    'touch FORBIDDEN',
    'touch ./FORBIDDEN',
    'touch -- FORBIDDEN',
    'touch .//./FORBIDDEN-too',
    'touch x/../FORBIDDEN',
    'touch "$PWD/FORBIDDEN"',
    '/usr/bin/touch -- ./FORBIDDEN',
    'choom -n 1 -- touch FORBIDDEN',
    'new-runner -x touch -- ./FORBIDDEN',
    "new-runner --run 'cd . && touch FORBIDDEN'",
    "mapfile -C 'touch FORBIDDEN' <<< x",
    'cd .. && cd proj && touch /home/dev/proj/FORBIDDEN',
  ])('%s', (command) => expect(finds('touch FORBIDDEN*', command)).toBe(true))

  test.each(['touch ALLOWED', 'echo touch FORBIDDEN', 'cat FORBIDDEN', 'touch /tmp/FORBIDDEN'])('not %s', (command) => {
    expect(finds('touch FORBIDDEN*', command)).toBe(false)
  })

  test('leaves addresses unchanged', () => {
    expect(finds('curl https://example.com/*', 'curl https://example.com//x')).toBe(true)
  })
})
