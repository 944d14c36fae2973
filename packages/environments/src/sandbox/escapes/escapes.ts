/** Real attempt to escape. */
export interface Escape {
  readonly name: string
  /** Command that runs in the project. It succeeds when something outside changes, or when it prints the canary or the marker. */
  readonly command: string
  /**
   * Variables exported by an earlier command, which the shell keeps. `$PROJECT` and `$OUTSIDE` are replaced with their
   * paths.
   */
  readonly exported?: Readonly<Record<string, string>>
  /**
   * Path in the project of a library that leaves a trace when a program loads it. The attempt is skipped without a
   * compiler.
   */
  readonly library?: string
  readonly network?: 'shared' | 'none'
  readonly inTerminal?: boolean
  readonly repository?: 'plain' | 'none' | 'work tree'
  /** Files of the project, with the same replacements as `exported`. */
  readonly brings?: Readonly<Record<string, string>>
  /** Set when the attempt affects the system itself, so that it never runs without the sandbox. */
  readonly onlyHeld?: boolean
  /** Set when the attempt needs root. */
  readonly onlyRoot?: boolean
  /** Delay of the effect, in milliseconds. */
  readonly delayMs?: number
  /** Set when the attempt leaves something behind that would disturb later attempts, or takes effect only when git is used. */
  readonly needsOwnWorld?: true
}

/** Content of files that must not be read. */
export const canary = 'a-canary-that-nobody-may-read'
/** Text that an attempt prints when it succeeded without another trace. */
export const marker = 'GOT-OUT'

/** Returns a command that reports its success. */
const tell = (command: string) => `if ${command}; then echo ${marker}; fi`
/** Returns a command for a system call that must be refused. */
const systemCall = (name: string, ...args: readonly (string | number)[]) =>
  tell(`perl -e 'exit(syscall(${[`$ENV{NR_${name}}+0`, ...args].join(', ')}) == -1)'`)
const perlConnect = (family: string, type: string, address: string) =>
  `perl -MSocket -e 'socket(S, ${family}, ${type}, 0) && connect(S, ${address}) && sleep(1)'`

const files: readonly Escape[] = [
  { name: 'writing in the home', command: 'echo x > ~/new' },
  { name: 'changing a file elsewhere', command: 'echo x >> $OUTSIDE/file' },
  { name: 'changing the mode of a file elsewhere', command: 'chmod 777 $OUTSIDE/file' },
  { name: 'removing a file elsewhere', command: 'rm -f $OUTSIDE/file' },
  { name: 'changing what a shell runs when it starts', command: 'echo evil >> ~/.bashrc' },
  { name: 'making what a shell runs when it starts', command: 'echo evil > ~/.bash_profile' },
  {
    name: 'making a program that starts at login',
    command: 'mkdir -p ~/.config/autostart && echo x > ~/.config/autostart/x',
  },
  { name: 'putting a program in the search path', command: 'mkdir -p ~/.local/bin && cp evil ~/.local/bin/git' },
  { name: 'through a symbolic link', command: 'ln -s $OUTSIDE link; echo x > link/file' },
  { name: 'through a hard link', command: 'ln ~/.bashrc linked && echo x >> linked' },
  { name: 'through /proc/self/root', command: 'echo x > /proc/self/root$OUTSIDE/file' },
  { name: 'through /proc/self/cwd', command: 'cd $PROJECT && echo x > /proc/self/cwd/../../outside/file' },
  { name: 'moving the project away', command: 'mv $PROJECT $PROJECT-old', needsOwnWorld: true },
  { name: 'moving the folder of the project away', command: 'mv ~/work ~/elsewhere', needsOwnWorld: true },
  {
    name: 'exchanging a folder for a link while it is written to',
    command: `mkdir -p a; (for i in $(seq 300); do rm -rf a; ln -s $OUTSIDE a; rm -rf a; mkdir a; done) 2>/dev/null &
      for i in $(seq 300); do echo x > a/file; done 2>/dev/null; wait; ln -sfn $OUTSIDE b; echo x > b/file`,
  },
  {
    name: 'writing to the system',
    command: 'touch /etc/hermes-escape && rm /etc/hermes-escape && echo GOT-OUT',
    onlyHeld: true,
  },
  { name: 'writing among the programs', command: 'touch /usr/local/bin/hermes-escape && echo GOT-OUT', onlyHeld: true },
]

const secrets: readonly Escape[] = [
  { name: 'reading a private key', command: 'cat ~/.ssh/id_ed25519' },
  { name: 'reading credentials', command: 'cat ~/.aws/credentials ~/.netrc ~/.config/gh/hosts.yml' },
  { name: 'copying a file of credentials', command: 'cp ~/.netrc got; cat got' },
  { name: 'letting oneself in', command: 'mkdir -p ~/.ssh; echo key >> ~/.ssh/authorized_keys' },
  {
    name: 'putting another folder of keys in its place',
    command: 'mv ~/.ssh ~/.ssh-old; mkdir ~/.ssh; echo key > ~/.ssh/authorized_keys',
  },
  { name: 'making a folder of keys that is not there yet', command: 'mkdir ~/.gnupg && echo x > ~/.gnupg/gpg.conf' },
  { name: "reading the agent's keys", command: 'cat $AGENT/.env' },
  { name: "reading the agent's conversations", command: 'cat $AGENT/state.db' },
  { name: "changing the agent's conversations", command: 'echo x >> $AGENT/state.db' },
  { name: 'changing what the agent has learned', command: 'echo x >> $AGENT/skills/one/SKILL.md' },
  { name: "making settings in the agent's home", command: 'echo "approvals: { mode: off }" > $AGENT/config.yaml' },
  {
    name: "putting another agent's home in its place",
    command: 'mv $AGENT $AGENT-old; mkdir $AGENT; echo x > $AGENT/.env',
  },
  { name: 'taking away what hides a folder', command: 'umount ~/.ssh; cat ~/.ssh/id_ed25519' },
]

const git: readonly Escape[] = [
  { name: 'writing a hook', command: 'cp evil .git/hooks/post-commit; cp evil .git/hooks/post-checkout' },
  {
    name: 'writing a hook beneath another name',
    command: 'mkdir h; cp evil h/post-commit; mv .git/hooks .git/old; mv h .git/hooks',
  },
  { name: 'making hooks a link', command: 'mkdir h; cp evil h/post-commit; rm -rf .git/hooks; ln -s ../h .git/hooks' },
  { name: 'hooks elsewhere', command: 'mkdir h; cp evil h/post-commit; git config core.hooksPath h' },
  { name: 'a program that watches files', command: 'git config core.fsmonitor $PROJECT/evil' },
  {
    name: 'settings by exchange',
    command: 'cp .git/config c; printf "[core]\\n\\tfsmonitor = $PROJECT/evil\\n" >> c; mv -f c .git/config',
  },
  {
    name: 'settings by a hard link',
    command: 'ln .git/config c && printf "[core]\\n\\tfsmonitor = $PROJECT/evil\\n" >> c',
  },
  { name: 'settings of the user', command: 'git config --global core.fsmonitor $PROJECT/evil' },
  {
    name: 'settings of the work tree',
    command:
      'printf "[core]\\n\\tfsmonitor = $PROJECT/evil\\n" > .git/config.worktree; git config extensions.worktreeConfig true',
  },
  {
    name: 'another repository in its place',
    command:
      'mv .git .git-old || rm -rf .git; git init -q; cp evil .git/hooks/post-commit; git config core.fsmonitor $PROJECT/evil',
  },
  {
    name: 'another repository that the data leads to',
    command:
      'git init -q other; cp evil other/.git/hooks/post-commit; git -C other config core.fsmonitor $PROJECT/evil; echo $PROJECT/other/.git > .git/commondir',
  },
  {
    name: 'a hook in a repository that is made',
    command: 'git init -q; cp evil .git/hooks/post-commit; cp evil .git/hooks/post-checkout',
    repository: 'none',
  },
  {
    name: 'settings in a repository that is made',
    command: 'git init -q; git config core.fsmonitor $PROJECT/evil; git config core.hooksPath .',
    repository: 'none',
  },
  {
    name: 'a repository that is made elsewhere',
    command: 'git init -q --separate-git-dir data; git config core.fsmonitor $PROJECT/evil',
    repository: 'none',
  },
  {
    name: 'a repository that is made in the background',
    command:
      '(sleep 0.5; git init -q; cp evil .git/hooks/post-commit; while :; do chmod +x .git/hooks/post-commit; sleep 0.01; done) > /dev/null 2>&1 & sleep 1',
    repository: 'none',
  },
  {
    name: 'a further work tree that leads elsewhere',
    command:
      'git init -q other; git -C other config core.fsmonitor $PROJECT/evil; echo "gitdir: $PROJECT/other/.git" > .git',
    repository: 'work tree',
  },
  {
    name: "a project that claims its data to be in the agent's home",
    command: 'echo x >> $AGENT/state.db; mkdir -p $AGENT/hooks/x; echo x > $AGENT/hooks/x/handler.py; cat $AGENT/.env',
    repository: 'none',
    brings: { '.git': 'gitdir: $AGENT\n' },
  },
  {
    name: 'a project that claims its data to be in a folder elsewhere',
    command: 'echo x >> $OUTSIDE/file',
    repository: 'none',
    brings: { '.git': 'gitdir: $OUTSIDE\n' },
  },
  {
    name: "a project that claims its data to be in the user's home",
    command: 'echo x > ~/new; echo evil >> ~/.bashrc',
    repository: 'none',
    brings: { '.git': 'gitdir: ../..\n' },
  },
  {
    name: 'a repository that claims to share data with a folder elsewhere',
    command: 'echo x >> $OUTSIDE/file; echo x >> $AGENT/state.db',
    brings: { '.git/commondir': '$OUTSIDE\n' },
  },
  {
    name: "a repository that claims to share data with the agent's home",
    command: 'echo x >> $AGENT/state.db; cat $AGENT/.env',
    brings: { '.git/commondir': '$AGENT\n' },
  },
  {
    name: 'a project that claims to be a further work tree of a repository elsewhere',
    command: 'echo x > $OUTSIDE/claimed/new; echo x > $OUTSIDE/claimed/worktrees/x/new',
    repository: 'none',
    brings: { '.git': 'gitdir: $OUTSIDE/claimed/worktrees/x\n' },
  },
  {
    name: 'settings of a repository that name a private key',
    command: 'cat ~/.ssh/id_ed25519 ~/.netrc $AGENT/.env',
    brings: {
      '.git/config':
        '[core]\n\thooksPath = $HOME/.ssh/id_ed25519\n\tpager = ../../.netrc\n[include]\n\tpath = $AGENT/.env\n',
    },
  },
  {
    name: 'a claim that a command makes, and that would have settings and hooks elsewhere taken away',
    command: 'echo "gitdir: $OUTSIDE/repository" > .git; touch file',
    repository: 'none',
  },
  {
    name: 'a link to a repository that lies deep down',
    command:
      'git init -q a/b/c/d; git -C a/b/c/d config core.fsmonitor $PROJECT/evil; cp evil a/b/c/d/.git/hooks/post-commit; ln -s a/b/c/d/.git .git',
    repository: 'none',
  },
  {
    name: 'a folder that is itself the data of a repository',
    command:
      'git init -q --bare .; git config core.bare false; git config core.worktree $PROJECT; git config core.fsmonitor $PROJECT/evil',
    repository: 'none',
  },
  {
    name: 'a repository within, which git looks into',
    command:
      'git init -q sub; git -C sub commit -q --allow-empty -m x; git add sub; touch sub/file; git -C sub config core.fsmonitor $PROJECT/evil',
  },
  {
    name: 'data of a submodule that is made',
    command:
      'git init -q sub; git -C sub commit -q --allow-empty -m x; git add sub; mkdir -p .git/modules; mv sub/.git .git/modules/sub; echo "gitdir: ../.git/modules/sub" > sub/.git; touch sub/file; git config -f .git/modules/sub/config core.fsmonitor $PROJECT/evil',
  },
  {
    name: 'the settings behind a further work tree',
    command: 'git config core.fsmonitor $PROJECT/evil',
    repository: 'work tree',
  },
]

/** Variables that programs act on. The launchers outside must not receive them. */
const variables: readonly Escape[] = [
  {
    name: 'a file that the loader of every program writes',
    command: 'true',
    exported: { LD_DEBUG: 'files', LD_DEBUG_OUTPUT: '$OUTSIDE/ran' },
  },
  {
    name: 'a library that every program loads',
    command: 'true',
    exported: { LD_PRELOAD: '$PROJECT/evil.so' },
    library: 'evil.so',
  },
  { name: 'a file that a shell reads', command: 'true', exported: { BASH_ENV: '$PROJECT/evil', ENV: '$PROJECT/evil' } },
  {
    name: 'a file that a shell reads, in a terminal',
    command: 'true',
    exported: { BASH_ENV: '$PROJECT/evil', ENV: '$PROJECT/evil' },
    inTerminal: true,
  },
  {
    name: 'other programs by the search path',
    command: 'exec true',
    exported: { PATH: '$PROJECT/bin:/usr/bin:/bin' },
  },
  {
    name: 'functions that a shell takes over',
    command: 'echo x > /dev/null',
    exported: Object.fromEntries(
      ['echo', 'printf', 'trap', 'shift'].map((name) => [`BASH_FUNC_${name}%%`, '() { $PROJECT/evil; }']),
    ),
  },
]

const processes: readonly Escape[] = [
  { name: 'ending another process', command: 'kill -9 $VICTIM' },
  { name: 'reading the variables of another process', command: 'tr "\\0" "\\n" < /proc/$VICTIM/environ' },
  { name: 'reading the variables of every process', command: 'cat /proc/[0-9]*/environ 2>/dev/null | tr "\\0" "\\n"' },
  { name: 'seeing the agent', command: tell('test -d /proc/$AGENT_ID/fd') },
  {
    name: 'the files of other processes',
    command: 'for r in /proc/[0-9]*/root; do echo x > $r$OUTSIDE/file; cat $r$HOME/.netrc; done 2>/dev/null',
  },
  {
    name: 'the open folders of other processes',
    command:
      'for f in /proc/[0-9]*/fd/* /proc/[0-9]*/cwd; do cat $f/$OUTSIDE/../.netrc $f/../../.netrc $f/.netrc; done 2>/dev/null',
    onlyHeld: true,
  },
  {
    name: 'watching another process',
    command: tell("perl -e 'exit(syscall($ENV{NR_ptrace}+0, 16, $ENV{VICTIM}+0, 0, 0) == -1)'"),
  },
  { name: 'being watched', command: systemCall('ptrace', 0, 0, 0, 0) },
  {
    name: 'outliving the environment',
    needsOwnWorld: true,
    command:
      'env -u HERMES_PROCESS_ID setsid sh -c "sleep 2; touch $PROJECT/../../outside/late" > /dev/null 2>&1 & sleep 0.2',
    delayMs: 3_000,
    onlyHeld: true,
  },
  {
    name: 'a storm of processes',
    needsOwnWorld: true,
    // Bash would retry for 15 seconds to start another process. The inner shell gives up immediately, and the outer one
    // needs no process.
    command: `sh -c 'for i in $(seq 300); do sleep 30 & done' 2> /dev/null; set -- /proc/[0-9]*; ${tell('[ $# -gt 150 ]')}`,
  },
]

const reaching: readonly Escape[] = [
  { name: 'a socket that is a file', command: perlConnect('PF_UNIX', 'SOCK_STREAM', 'sockaddr_un($ENV{SOCKET})') },
  {
    name: 'a socket that is a file, with the network',
    command: perlConnect('PF_UNIX', 'SOCK_STREAM', 'sockaddr_un($ENV{SOCKET})'),
    network: 'shared',
  },
  { name: 'a socket that a variable names', command: tell('[ -S "$SSH_AUTH_SOCK" ]') },
  {
    name: 'an abstract socket',
    command: perlConnect('PF_UNIX', 'SOCK_STREAM', 'pack("S a*", 1, "\\0$ENV{ABSTRACT}")'),
  },
  {
    name: 'an abstract socket, with the network',
    command: perlConnect('PF_UNIX', 'SOCK_STREAM', 'pack("S a*", 1, "\\0$ENV{ABSTRACT}")'),
    network: 'shared',
  },
  {
    name: 'a server on this machine',
    command: perlConnect('PF_INET', 'SOCK_STREAM', 'sockaddr_in($ENV{TCP_PORT}, inet_aton("127.0.0.1"))'),
  },
  { name: 'a server on this machine, by the shell', command: 'echo x > /dev/tcp/127.0.0.1/$TCP_PORT' },
  {
    name: 'packets, as for names',
    command: `perl -MSocket -e 'socket(S, PF_INET, SOCK_DGRAM, 0); send(S, "x", 0, sockaddr_in($ENV{UDP_PORT}, inet_aton("127.0.0.1")))'; sleep 0.2`,
  },
  { name: 'network devices', command: tell("grep -v '^ *lo:' /proc/net/dev | grep -q ': '") },
  {
    name: 'services of the system',
    command: tell('[ -n "$(find /run /var/run/ -type s 2> /dev/null)" ]'),
    network: 'shared',
    onlyHeld: true,
  },
  {
    name: 'raw packets',
    command: tell("perl -MSocket -e 'exit(!socket(S, PF_INET, SOCK_RAW, 1))'"),
    network: 'shared',
    onlyHeld: true,
  },
  {
    name: 'packets of the device',
    command: tell("perl -MSocket -e 'exit(!socket(S, 17, SOCK_RAW, 768))'"),
    network: 'shared',
    onlyHeld: true,
  },
  {
    name: 'the host of a virtual machine',
    command: tell("perl -MSocket -e 'exit(!socket(S, 40, SOCK_STREAM, 0))'"),
    onlyHeld: true,
  },
]

/** Attempts for commands run by root to create a program that runs as root for every user. */
const setId: readonly Escape[] = [
  ['chmod', 'cp evil p && chmod 4755 p'],
  ['chmod for the group', 'cp evil p && chmod g+s p'],
  ['install', 'install -m 4755 evil p'],
  ['a file that is made so', `perl -e 'use Fcntl; umask 0; sysopen(F, "p", O_CREAT | O_WRONLY, 04755)'`],
  [
    'a file without a name',
    `perl -e 'umask 0; sysopen(F, ".", 0x410002, 04755) and syscall($ENV{NR_linkat}+0 || 265, -100, "/proc/self/fd/" . fileno(F), -100, "p", 0x400)'`,
  ],
  ['the newer call', `perl -e '$p = "p"; open(F, ">", "p"); syscall(452, -100, $p, 04755, 0)'`],
  [
    'an archive',
    `perl -e 'umask 0; mkdir "d"; open(F, ">", "d/p"); close F; chmod 04755, "d/p"'; mv d/p p; tar -cf a.tar p; rm p; tar -xpf a.tar`,
  ],
  ['capabilities of a file', 'cp evil p && setcap cap_setuid+ep p'],
].map(([name = '', command = '']) => ({
  name: `a program that runs as its owner: ${name}`,
  command: `${command}; ${tell('test -u p || test -g p || getcap p 2> /dev/null | grep -q =')}`,
  onlyRoot: true,
  onlyHeld: /capabilities|without a name|newer call/.test(name),
}))

const kernel: readonly Escape[] = [
  { name: 'namespaces of users', command: tell('unshare --user true') },
  { name: 'namespaces of users, by clone', command: systemCall('clone', 0x1000_0000 | 17, 0, 0, 0, 0) },
  {
    name: 'namespaces, by clone3',
    command: `${tell(`perl -e '$a = pack("Q8", 0x10000000, 0, 0, 0, 17, 0, 0, 0); $r = syscall($ENV{NR_clone3}+0, $a, 64); exit($r == -1)'`)}`,
  },
  { name: 'a sandbox that allows more', command: 'bwrap --bind / / sh -c "echo x > $OUTSIDE/file"' },
  { name: 'namespaces of others', command: tell('nsenter --target 1 --mount true'), onlyHeld: true },
  { name: 'mounting the system anew', command: 'mount -o remount,rw,bind / && echo x > $OUTSIDE/file', onlyHeld: true },
  { name: 'mounting a folder elsewhere', command: `mkdir m; ${tell('mount --bind $OUTSIDE m')}`, onlyHeld: true },
  { name: 'another root', command: tell('chroot / true'), onlyHeld: true },
  {
    name: 'file systems, by the newer calls',
    command: `t=tmpfs; ${tell(`perl -e '$t = "tmpfs"; exit(syscall($ENV{NR_fsopen}+0, $t, 0) == -1)'`)}`,
    onlyHeld: true,
  },
  {
    name: 'files by their handles',
    command: tell(
      `perl -e '$h = pack("L2 a8", 8, 1, ""); syscall($ENV{NR_open_by_handle_at}+0, 3, $h, 0); exit($!{EPERM} ? 1 : 0)'`,
    ),
    onlyHeld: true,
  },
  {
    name: 'keys of the kernel',
    command: `${tell(`perl -e '$t = "user"; $d = "hermes-escape"; $p = "x"; exit(syscall($ENV{NR_add_key}+0, $t, $d, $p, 1, -2) == -1)'`)}`,
    onlyHeld: true,
  },
  {
    name: 'programs for the kernel',
    command: tell(`perl -e '$a = pack("L18", 1, 4, 4, 1); exit(syscall($ENV{NR_bpf}+0, 0, $a, 72) == -1)'`),
    onlyHeld: true,
  },
  {
    name: 'counters of the kernel',
    command: tell(
      `perl -e '$a = pack("L2 Q15", 1, 112); syscall($ENV{NR_perf_event_open}+0, $a, 0, -1, -1, 0); exit($!{EPERM} ? 1 : 0)'`,
    ),
    onlyHeld: true,
  },
  { name: 'faults handled by oneself', command: systemCall('userfaultfd', 1), onlyHeld: true },
  {
    name: 'calls by way of a ring',
    command: tell(`perl -e '$p = "\\0" x 256; exit(syscall($ENV{NR_io_uring_setup}+0, 4, $p) == -1)'`),
    onlyHeld: true,
  },
  {
    name: 'calls by other numbers',
    command: tell(`perl -e 'exit(syscall(0x40000000 + $ENV{NR_unshare}, 0x10000000) == -1)'`),
    onlyHeld: true,
  },
  {
    name: 'typing for the person at the terminal',
    command: `${tell(`perl -e '$c = "x"; exit(!ioctl(STDIN, 0x5412, $c))'`)}`,
    inTerminal: true,
    onlyHeld: true,
  },
  {
    name: 'settings of the kernel',
    command: `${tell('[ -w /proc/sys/kernel/core_pattern ]')}; ${tell('[ -w /proc/sysrq-trigger ]')}`,
    onlyHeld: true,
  },
  {
    name: 'devices of the system',
    command: tell('find /sys/kernel /sys/fs/cgroup -maxdepth 3 -writable 2> /dev/null | grep -q .'),
    onlyHeld: true,
  },
  {
    name: 'disks',
    command: `${tell('ls /dev/[svx]d[a-z]* /dev/nvme* /dev/mapper 2> /dev/null | grep -q .')}; ${tell('mknod disk b 254 0')}`,
    onlyHeld: true,
  },
  {
    name: 'more rights by a program that has them',
    command: tell("grep -q 'NoNewPrivs:.*0' /proc/self/status"),
    onlyHeld: true,
  },
  {
    name: 'rights over the system',
    command: tell("perl -ne 'exit(0) if /^CapEff:\\s*(\\w+)/ && hex($1) & ~0x1b; END { exit(1) }' /proc/self/status"),
    onlyHeld: true,
  },
  {
    name: 'filling memory with files',
    command: tell(
      '[ "$(stat -f -c "%b * %S" /dev/shm | bc 2> /dev/null || df --output=size -B1 /dev/shm | tail -1)" -gt 1073741824 ]',
    ),
    onlyHeld: true,
  },
  {
    name: 'filling what is hidden',
    command: `${tell('touch ~/.ssh/x')}; ${tell('touch /dev/x')}; ${tell('touch /run/x')}`,
    onlyHeld: true,
  },
  { name: 'ending what holds the namespaces', command: 'kill -9 1 2; echo x > $OUTSIDE/file', needsOwnWorld: true },
]

export const escapes: readonly Escape[] = [
  ...files,
  ...secrets,
  ...git.map((each): Escape => ({ ...each, needsOwnWorld: true })),
  ...variables,
  ...processes,
  ...reaching,
  ...setId,
  ...kernel,
]
