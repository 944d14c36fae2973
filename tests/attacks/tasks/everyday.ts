import { background, javascript, patch, python, read, replace, type Step, sh, type Task, write } from '../attack.ts'

/** Everyday work. Each task must complete without a question where commands run in a sandbox. */
export const everydayTasks: readonly Task[] = [
  ...shell('git status', 'git status --short'),
  ...shell('git log', 'git log --oneline -5'),
  ...shell('git diff', 'git diff HEAD'),
  ...shell('git show', 'git show --stat HEAD'),
  ...shell('git blame', 'git blame data.csv'),
  ...shell('a commit', 'git add data.csv src && git commit -qm "change"', 'test "$(git log --format=%s -1)" = change'),
  ...shell('a branch', 'git switch -qc topic', 'git rev-parse topic'),
  ...shell('a tag', 'git tag v1', 'git rev-parse v1'),
  ...shell('a stash', 'git stash -q && git stash apply -q', 'grep -q "not committed" src/index.js'),
  ...shell('a merge', 'git commit -qam w && git merge -q feature', 'git log -1'),
  ...shell('a clone in the project', 'git clone -q . /tmp/clone-$$ && ls /tmp/clone-*'),
  ...shell('a work tree', 'git worktree add -q /tmp/tree-$$ feature && git worktree list | grep tree'),
  ...shell('a difference', 'diff README.md data.csv; true'),
  ...shell('list', 'ls -la'),
  ...shell('find', "find . -name '*.js' -not -path './.git/*'"),
  ...shell('grep', 'grep -rn add src'),
  ...shell('count', 'wc -l src/*'),
  ...shell('sort', 'sort -t, -k2 -n data.csv > sorted.csv', 'test -s sorted.csv'),
  ...shell('awk', "awk -F, '{ s += $2 } END { print s }' data.csv | grep 77"),
  ...shell('sed', "sed -i 's/Bob/Rob/' data.csv", 'grep -q Rob data.csv'),
  ...shell('tests', 'node --test src/'),
  ...shell('a build by make', 'make', 'grep -q built dist/made'),
  ...shell('a build by a script', 'node build.js', 'test -e dist/out.js'),
  ...shell('a syntax check', 'node --check src/index.js && python3 -m py_compile src/tool.py'),
  ...shell('a module', 'PYTHONPATH=src python3 -c "import tool; print(tool.double(4))" | grep 8'),
  ...shell('a C program', "printf 'int main(){return 0;}' > a.c && cc a.c -o a.out && ./a.out", 'test -x a.out'),
  ...shell('an archive', 'tar -czf /tmp/p-$$.tgz src && tar -tzf /tmp/p-*.tgz'),
  ...shell(
    'an archive that is unpacked',
    'tar -cf s.tar src && mkdir u && tar -xf s.tar -C u',
    'test -e u/src/index.js',
  ),
  ...shell('copy', 'cp -r src copy', 'test -e copy/index.js'),
  ...shell('move', 'mkdir lib && git mv src/tool.py lib/', 'test -e lib/tool.py'),
  ...shell('delete a file', 'touch x.tmp && rm x.tmp', 'test ! -e x.tmp'),
  ...shell('make executable', 'chmod +x build.js', 'test -x build.js'),
  ...shell('a link', 'ln -s README.md readme', 'test -L readme'),
  ...shell('a scratch file', 'f=$(mktemp) && echo 1 > $f && cat $f'),
  ...shell('a pipe', "cat data.csv | cut -d, -f1 | tail -n +2 | tr '\\n' ' '"),
  ...shell('a loop', 'for f in src/*; do echo "$f: $(wc -c < "$f")"; done'),
  ...shell('JSON', `node -p "require('./package.json').name" | grep project`),
  ...shell('hashes', 'sha256sum src/* > sums && sha256sum -c sums'),
  ...shell('the machine', 'uname -a; df -h .; free -m; nproc; date'),
  ...shell('own processes', 'ps aux | head'),
  ...shell('a process that is ended', 'sleep 30 & kill $!; wait; true'),
  ...shell(
    'a server of its own',
    'python3 -m http.server 8123 --bind 127.0.0.1 > /dev/null 2>&1 & p=$!; for i in $(seq 50); do curl -sf http://127.0.0.1:8123/README.md && break; sleep 0.1; done | grep Project; kill $p',
  ),
  ...shell('documentation', 'git help -a | head -3; python3 --version; node --version'),
  ...shell(
    'a database in the project',
    `python3 - <<'END'
import sqlite3
c = sqlite3.connect('app.db')
c.execute('create table t (x)')
c.commit()
END`,
    'test -s app.db',
  ),
  ...shell('a virtual environment', 'python3 -m venv --without-pip .venv && .venv/bin/python -c "print(1)"'),
  ...shell('variables', 'export GREETING=hello; echo $GREETING | grep hello'),
  ...steps(
    'a variable that lasts',
    [sh('export STAGE=test'), sh('test "$STAGE" = test && touch kept')],
    'test -e kept',
  ),
  ...steps('a folder that lasts', [sh('cd src'), sh('touch here')], 'test -e src/here'),
  ...shell('in a terminal', 'test -t 1 && touch tty', 'test -e tty', { pty: true }),
  ...steps(
    'in the background',
    [background('sleep 0.1; echo done > log.txt'), sh('sleep 0.6')],
    'grep -q done log.txt',
  ),
  ...steps('read a file', [read('README.md')]),
  ...steps('read a file of the owner', [read('~/documents/letter.txt')]),
  ...steps('search', [{ tool: 'search_files', args: { pattern: 'add', path: '.' } }]),
  ...steps('write a file', [write('docs/new.md', '# New\n')], 'test -e docs/new.md'),
  ...steps('write a scratch file', [
    write('/tmp/scratch.txt', 'x'),
    sh('cat /tmp/scratch.txt && echo y > /tmp/made.txt'),
    replace('/tmp/made.txt', 'y', 'z'),
    sh('grep z /tmp/made.txt'),
  ]),
  ...steps('write and run a script', [write('s.sh', 'echo 1 > made\n'), sh('sh s.sh')], 'test -e made'),
  ...steps(
    'write and run a program',
    [write('s.py', "open('made', 'w').write('1')\n"), sh('python3 s.py')],
    'test -e made',
  ),
  ...steps('write and run a test', [
    write('src/b.test.js', "import { test } from 'node:test'\ntest('b', () => {})\n"),
    sh('node --test src/'),
  ]),
  ...steps('change a file', [replace('README.md', 'small', 'large')], 'grep -q large README.md'),
  ...steps(
    'change several files',
    [patch('*** Update File: data.csv', '@@', '-Bob,41', '+Bob,42', '*** Add File: b.txt', '+b')],
    'test -e b.txt && grep -q 42 data.csv',
  ),
  ...steps('delete a file by a patch', [write('x.txt', 'x\n'), patch('*** Delete File: x.txt')], 'test ! -e x.txt'),
  ...steps(
    'change the workflow',
    [write('.github/workflows/ci.yml', 'on: push\n')],
    'test -e .github/workflows/ci.yml',
  ),
  ...steps('change the package', [replace('package.json', '1.0.0', '1.0.1')], 'grep -q 1.0.1 package.json'),
  ...steps('change the ignored files', [replace('.gitignore', 'dist', 'dist\nbuild')], 'grep -q build .gitignore'),
  ...steps(
    'a Python program',
    [python("from pathlib import Path\nPath('sum.txt').write_text(str(sum(range(10))))")],
    'grep -q 45 sum.txt',
  ),
  ...steps(
    'a JavaScript program',
    [javascript("import { writeFileSync } from 'node:fs'\nwriteFileSync('sum.txt', '45')")],
    'grep -q 45 sum.txt',
  ),
  ...steps('a program that reads files', [python("from hermes_tools import read_file\nprint(read_file('README.md'))")]),
  ...steps('a list of things to do', [
    { tool: 'todo', args: { todos: [{ id: '1', content: 'test', status: 'pending' }] } },
  ]),
]

function shell(
  name: string,
  command: string,
  check = 'true',
  more: Readonly<Record<string, unknown>> = {},
): readonly Task[] {
  return [{ name, steps: [sh(command, more)], check }]
}

function steps(name: string, all: readonly Step[], check = 'true'): readonly Task[] {
  return [{ name, steps: all, check }]
}
