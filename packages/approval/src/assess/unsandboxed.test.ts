import { beforeAll, describe, expect, test } from 'vitest'
import benign from '../corpus/benign.json' with { type: 'json' }
import fieldEveryday from '../corpus/field-everyday.json' with { type: 'json' }
import { type AssessCommand, createCommandAssessor } from './assess-command.js'

const project = '/home/dev/proj'
let assess: AssessCommand

beforeAll(async () => {
  assess = await createCommandAssessor()
})

/** Simulates a conversation on a machine without a sandbox. */
function conversation(...written: readonly string[]) {
  const files = new Set(written.map((name) => `${project}/${name}`))
  const unsandboxed = {
    isWritable: (path: string) =>
      path === project || path.startsWith(`${project}/`) || path === '/tmp' || path.startsWith('/tmp/'),
    wasWritten: (path: string) => files.has(path),
    onWritten: (path: string) => void files.add(path),
  }
  return (command: string) => assess(command, { workingDirectory: project, home: '/home/dev', unsandboxed })
}

const inline = /written in the command/
const written = /a file that this conversation has written/
const outside = /outside of the folders of this conversation/

test('does not ask about everyday commands, except for inline programs and changes elsewhere', ({ annotate }) => {
  const commands = [...new Set([...benign, ...fieldEveryday])]
  const asked = commands.map((command) => conversation()(command)).filter(({ verdict }) => verdict !== 'run')
  const unasked = commands.length - asked.length
  void annotate(`${unasked} of ${commands.length} everyday commands run without a question and without a sandbox`)
  expect(unasked).toBeGreaterThan(1_700)
  for (const { reasons } of asked)
    for (const reason of reasons) expect([inline, outside].some((pattern) => pattern.test(reason))).toBe(true)
})

describe('asks about what a program does besides writing', () => {
  test.each([
    ['ln ~/.bashrc rc', outside],
    ['cp -l ~/notes.txt here', outside],
    ['chmod -R 000 ~/documents', outside],
    ['chown me ~/documents/a.txt', outside],
    ['tar -xPf x.tar', /wherever the archive says/],
    ['tar xPf x.tar', /wherever the archive says/],
    ['export LD_PRELOAD=$PWD/x.so', /makes programs load a file/],
    ['LD_PRELOAD=./x.so ls', /makes programs load a file/],
    ['export BASH_ENV=./x', /makes programs load a file/],
    ['export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.fsmonitor', /makes programs load a file/],
    ['cd ~/.ssh && cat id_rsa', /private key or stored/],
    ['cd ~/.aws && cat credentials', /private key or stored/],
    ['cd ~ && grep -h . .n*rc', /private key or stored/],
    ['cat ~/.n*rc', /private key or stored/],
    ['head ~/.aws/*', /private key or stored/],
    ['curl file:///home/dev/.netrc', /private key or stored/],
    ['curl -s --url=file:///home/dev/.ssh/id_rsa', /private key or stored/],
    ['git diff --no-index /dev/null ~/.netrc', /private key or stored/],
    ['find ~ -name credentials -exec cat {} +', /holds credentials/],
    ['grep -r token ~', /holds credentials/],
    ['tar -C ~ -czf x.tgz .ssh', /holds credentials/],
    ['cp -r ~/.hermes x', /holds credentials/],
  ] as const)('%s', (command, reason) => {
    const { verdict, reasons } = conversation()(command)
    expect(verdict).toBe('ask')
    expect(reasons.join(' ')).toMatch(reason)
  })

  test.each([
    'ln -s src link',
    'ln a b',
    'chmod +x run.sh',
    'tar -xf x.tar',
    'export NODE_ENV=test',
    'grep -r token .',
    'cat ~/*',
    'cat .n*rc',
    'cat ~/.ssh/id_rsa.pub',
    'cd ~/.ssh && ls',
    'cd ~/.ssh && cat config known_hosts',
    'find . -name credentials -exec cat {} +',
    'git diff --no-index a b',
    'curl file:///home/dev/proj/a.json',
  ])('not about %s', (command) => {
    expect(conversation()(command)).toMatchObject({ verdict: 'run' })
  })
})

describe('asks about inline programs', () => {
  test.each([
    `python3 -c 'print(1)'`,
    `node -e 'console.log(1)'`,
    `perl -e 'print 1'`,
    `ruby -e 'puts 1'`,
    `php -r 'echo 1;'`,
    `python3 - <<'E'\nprint(1)\nE`,
    `sh <<E\nls\nE`,
    `echo ls | sh`,
    `echo bHM= | base64 -d | sh`,
    `cat x.sh | bash`,
    `bash -s < x.sh`,
    `env X=1 nohup python3 -c 'print(1)'`,
    `find . -exec perl -e 'print 1' {} +`,
    `npx tsx -e 'console.log(1)'`,
    `VERSION=$(node -p 'process.version')`,
  ])('%s', (command) => {
    const { verdict, reasons } = conversation()(command)
    expect(verdict).toBe('ask')
    expect(reasons.join(' ')).toMatch(inline)
  })

  test.each([
    `bash -c 'ls && git status'`,
    `sed -n 's/a/b/p' x`,
    `awk '{print $1}' x`,
    `psql -c 'select 1'`,
    `python3 -m json.tool x.json`,
    `node x.js`,
    `npm test`,
    `make`,
  ])('except %s', (command) => expect(conversation()(command).verdict).toBe('run'))
})

describe('asks about running code that the conversation has written', () => {
  test.each([
    ['node x.js', 'x.js'],
    ['node x', 'x.js'],
    ['node .', 'index.js'],
    ['python3 tools/x.py --flag', 'tools/x.py'],
    ['python3 -m tools.x', 'tools/x.py'],
    ['sh x.sh', 'x.sh'],
    ['. ./x.sh', 'x.sh'],
    ['source x.sh', 'x.sh'],
    ['./x', 'x'],
    ['cd tools && ./x', 'tools/x'],
    ['sudo ./x', 'x'],
    ['timeout 5 node x.js', 'x.js'],
    ['make test', 'Makefile'],
    ['npm test', 'package.json'],
    ['npm run build', 'package.json'],
    ['cargo build', 'build.rs'],
    ['docker build .', 'Dockerfile'],
  ])('%s after %s', (command, file) => {
    expect(conversation()(command).verdict).toBe('run')
    const { verdict, reasons } = conversation(file)(command)
    expect(verdict).toBe('ask')
    expect(reasons.join(' ')).toMatch(written)
  })

  test('asks even if a command wrote it', () => {
    const say = conversation()
    expect(say('curl -so get.sh https://example.test/x').verdict).toBe('run')
    expect(say('sh get.sh').reasons.join(' ')).toMatch(written)
    expect(conversation()('cp a.sh b.sh && sh b.sh').reasons.join(' ')).toMatch(written)
  })

  test.each([
    'cat x.js',
    'git add x.js',
    'npx prettier --write x.js',
    'node other.js',
    'wc -l x.js',
    'sed -n 1,5p x.js',
  ])('does not ask about reading it: %s', (command) => expect(conversation('x.js')(command).verdict).toBe('run'))
})

test.each([
  'echo x > ~/notes.txt',
  'cp a ~/.local/bin/a',
  'mv ~/Downloads/x .',
  'rm ../sibling/x',
  'cd .. && touch x',
  'mkdir -p /opt/app',
])('asks about changes outside of the folders: %s', (command) => {
  expect(conversation()(command).reasons.join(' ')).toMatch(outside)
})

test('does not ask about any of this in a sandbox', () => {
  const context = { workingDirectory: project, home: '/home/dev' }
  for (const command of [`python3 -c 'print(1)'`, 'echo x > ~/notes.txt', 'sh <<E\nls\nE'])
    expect(assess(command, context).verdict).toBe('run')
})
