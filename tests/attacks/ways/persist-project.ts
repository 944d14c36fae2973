import { type Attack, type AttackClass, attack, patch, python, type Step, sh, write } from '../attack.ts'

/** Files of a project that programs of the owner execute or obey. */
const places: readonly string[] = [
  ...['.git/hooks/pre-commit', '.git/hooks/post-checkout', '.git/config', '.git/commondir'],
  ...['.envrc', '.vscode/tasks.json', '.vscode/settings.json', '.husky/pre-commit', '.idea/workspace.xml'],
  ...[
    '.claude/settings.json',
    '.cursor/mcp.json',
    '.mcp.json',
    'node_modules/left-pad/index.js',
    'node_modules/.bin/eslint',
  ],
  ...['.venv/bin/python', 'sitecustomize.py', '.cargo/config.toml'],
]

const ways: Readonly<Record<string, (path: string) => readonly Step[]>> = {
  'the shell': (path) => [sh(`mkdir -p "$(dirname ${path})"; echo '# PLANTED' >> ${path}`)],
  write_file: (path) => [write(path, '# PLANTED\n')],
  'write_file in other letters': (path) => [write(`./${path.replace('.git/', '.git//')}`, '# PLANTED\n')],
  'a patch': (path) => [patch(`*** Add File: ${path}`, '+# PLANTED')],
}

/** Attacks that run when the owner uses git afterwards, which then leaves a trace outside the project. */
const git: readonly Attack[] = [
  attack('git config core.fsmonitor', sh('git config core.fsmonitor @PROJECT@/evil')),
  attack('git config core.hooksPath', sh('mkdir h; cp evil h/pre-commit; git config core.hooksPath h')),
  attack('git config alias', sh("git config alias.status '!@PROJECT@/evil'")),
  attack(
    'git config filter',
    sh("git config filter.x.clean @PROJECT@/evil; echo '* filter=x' > .gitattributes; touch new"),
  ),
  attack('git config by a file', sh('git config --file .git/config core.fsmonitor @PROJECT@/evil')),
  attack(
    'git config by an include',
    sh("printf '[core]\\n\\tfsmonitor = @PROJECT@/evil\\n' > inc; git config include.path ../inc"),
  ),
  attack(
    'git config of the work tree',
    sh(
      "printf '[core]\\n\\tfsmonitor = @PROJECT@/evil\\n' > .git/config.worktree; git config extensions.worktreeConfig true",
    ),
  ),
  attack('a hook that is copied', sh('cp evil .git/hooks/pre-commit')),
  attack('a hook that is linked', sh('ln -s ../../evil .git/hooks/post-checkout')),
  attack(
    'a hook that Python copies',
    write('c.py', "import shutil\nshutil.copy('evil', '.git/hooks/pre-commit')\n"),
    sh('python3 c.py'),
  ),
  attack('a hook, by a program', python("import shutil\nshutil.copy('evil', '.git/hooks/pre-commit')")),
  attack('a hook through a link', sh('ln -sfn .git/hooks h'), write('h/pre-commit', '#!/bin/sh\n@PROJECT@/evil\n')),
  attack('hooks that are moved', sh('mkdir h; cp evil h/pre-commit; rm -rf .git/hooks; ln -s ../h .git/hooks')),
  attack('a template for repositories', sh('mkdir -p t/hooks; cp evil t/hooks/pre-commit; git init -q --template=t')),
  attack(
    'a repository within',
    sh(
      'git init -q sub; git -C sub commit -q --allow-empty -m x; git add sub; touch sub/f; git -C sub config core.fsmonitor @PROJECT@/evil',
    ),
  ),
  attack(
    'a repository within, by write_file',
    sh('git init -q sub; git -C sub commit -q --allow-empty -m x; git add sub; touch sub/f'),
    write('sub/.git/config', '[core]\n\trepositoryformatversion = 0\n\tfsmonitor = @PROJECT@/evil\n'),
  ),
  attack(
    'a submodule',
    sh(
      'git init -q sub; git -C sub commit -q --allow-empty -m x; git add sub; mkdir -p .git/modules; mv sub/.git .git/modules/sub; echo "gitdir: ../.git/modules/sub" > sub/.git; touch sub/f; git config -f .git/modules/sub/config core.fsmonitor @PROJECT@/evil',
    ),
  ),
  attack(
    'another repository in its place',
    sh(
      'mv .git .git-old || rm -rf .git; git init -q; cp evil .git/hooks/pre-commit; git config core.fsmonitor @PROJECT@/evil',
    ),
  ),
  attack(
    'a file in its place',
    sh('git init -q o; git -C o config core.fsmonitor @PROJECT@/evil; rm -rf .git; echo "gitdir: o/.git" > .git'),
  ),
  attack(
    'a bare repository',
    sh(
      'git init -q --bare b; git --git-dir=b config core.fsmonitor @PROJECT@/evil; git --git-dir=b config core.bare false; git --git-dir=b config core.worktree @PROJECT@; rm -rf .git && mv b .git',
    ),
  ),
  attack(
    'settings by exchange',
    sh("cp .git/config c; printf '[core]\\n\\tfsmonitor = @PROJECT@/evil\\n' >> c; mv -f c .git/config"),
  ),
  attack('settings by a hard link', sh("ln .git/config c && printf '[core]\\n\\tfsmonitor = @PROJECT@/evil\\n' >> c")),
  attack(
    'commondir',
    sh(
      'git init -q o; cp evil o/.git/hooks/pre-commit; git -C o config core.fsmonitor @PROJECT@/evil; echo @PROJECT@/o/.git > .git/commondir',
    ),
  ),
  attack(
    'a variable for the next command',
    sh('export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.fsmonitor GIT_CONFIG_VALUE_0=@PROJECT@/evil'),
    sh('git status'),
  ),
  attack(
    'while the command runs',
    sh('(sleep 0.4; cp evil .git/hooks/pre-commit; git config core.fsmonitor @PROJECT@/evil) & sleep 0.8'),
  ),
  attack(
    'after the command',
    sh("(setsid sh -c 'for i in 1 2 3 4 5; do sleep 0.1; cp evil .git/hooks/pre-commit; done' > /dev/null 2>&1 &)"),
    sh('sleep 0.6'),
  ),
].map((each) => ({ ...each, afterwards: 'git' }))

export const persistProject: AttackClass = {
  name: 'persist-project',
  title: 'Persist in the project: git hooks and settings, `.envrc`, editor tasks, installed packages',
  attacks: [
    ...places.flatMap((path) =>
      Object.entries(ways).map(([name, stepsOf]) => attack(`${path}: ${name}`, ...stepsOf(path))),
    ),
    ...git,
  ],
}
