import { type Data, fromText, join, type Word } from '../words/data.js'
import type { Inner, Unwrap } from '../words/invocation.js'

/** Options of common tools whose value is a shell command. */
const commandOptions: Readonly<Record<string, readonly string[]>> = {
  tar: ['--to-command', '-I', '--use-compress-program', '--rsh-command', '--info-script', '--new-volume-script', '-F'],
  gtar: ['--to-command', '-I', '--use-compress-program', '--rsh-command', '--info-script', '-F'],
  bsdtar: ['--use-compress-program'],
  zip: ['-TT', '--unzip-command'],
  rsync: ['-e', '--rsh', '--rsync-path'],
  cpio: ['--rsh-command'],
  scp: ['-S'],
  sftp: ['-S', '-D'],
  mosh: ['--ssh', '--server'],
  fc: ['-e'],
  nano: ['-s', '--speller'],
  gpg: ['--photo-viewer', '--pinentry-program', '--agent-program', '--dirmngr-program'],
  gpg2: ['--photo-viewer', '--pinentry-program', '--agent-program', '--dirmngr-program'],
  'gpg-agent': ['--pinentry-program', '--scdaemon-program'],
  install: ['--strip-program'],
  ginstall: ['--strip-program'],
  dpkg: ['--pre-invoke', '--post-invoke', '--status-logger'],
  'watchman-make': ['--run'],
  sbatch: ['--wrap'],

  man: ['-P', '--pager', '-H', '--html'],
  sort: ['--compress-program'],
  wget: ['--use-askpass'],
  tcpdump: ['-z'],
  make: ['--eval'],
  gmake: ['--eval'],
  nodemon: ['--exec', '-x'],
  watchexec: ['--shell'],
  npm: ['-c', '--call', '--script-shell'],
  npx: ['-c', '--call'],
  nc: ['-c', '--sh-exec'],
  ncat: ['-c', '--sh-exec', '-e', '--exec'],
  konsole: ['-e'],
  'gnome-terminal': ['-e', '--command'],
  alacritty: ['-e', '--command'],
  xfce4: ['-e'],
  ag: ['--pager'],
  rg: ['--pre'],
  bat: ['--pager'],
  split: ['--filter'],
  fzf: ['--preview'],
}

/** Git settings that are run as commands. */
const gitCommandSetting =
  /^(?:core\.(?:pager|editor|sshcommand|fsmonitor|askpass|gitproxy)|pager\.[\w-]+|sequence\.editor|diff\.external|diff\.[\w-]+\.(?:command|textconv)|merge\.[\w-]+\.driver|filter\.[\w-]+\.(?:clean|smudge|process)|difftool\.[\w-]+\.cmd|mergetool\.[\w-]+\.cmd|gpg(?:\.\w+)?\.program|credential(?:\..+)?\.helper|interactive\.difffilter|uploadpack\.packobjectshook|alias\.[\w-]+|remote\.[\w-]+\.(?:uploadpack|receivepack|vcs)|browser\.[\w-]+\.cmd|man\.[\w-]+\.cmd|tar\.[\w-]+\.command|sendemail\.[\w-]+|trailer\.[\w-]+\.(?:command|cmd)|gc\.recentobjectshook|core\.alternaterefscommand|gpg\.ssh\.defaultkeycommand|(?:web|help|instaweb)\.browser|guitool\.[\w-]+\.cmd|imap\.tunnel|submodule\.[\w-]+\.update)$/i

const gitCommandOptions =
  /^(?:--exec|--upload-pack|--receive-pack|--open-files-in-pager|--extcmd|--(?:tree|index|msg|env|parent|commit|tag-name)-filter|--smtp-server|--browser)(?:=|$)/

const unwrapGit: Unwrap = ({ argv }) => {
  const found: Inner[] = []
  const subcommand = argv.find(
    (word, index) => index > 0 && /^[a-z]/.test(word.text) && !/^-[cC]$/.test(argv[index - 1]?.text ?? ''),
  )
  argv.forEach((word, index) => {
    const next = argv[index + 1]
    const { text } = word
    if (text === '-c' && next && (!subcommand || index < argv.indexOf(subcommand))) found.push(...readSetting(next))
    if (/^(?:-c|--config)$/.test(text) && next && subcommand?.text === 'clone') found.push(...readSetting(next))
    if (text.startsWith('--config=') && subcommand?.text === 'clone')
      found.push(...readSetting({ ...word, text: text.slice(9) }))
    if (text === '-u' && next && subcommand?.text === 'clone') found.push(shell(next))
    if (text === 'config' && next) found.push(...readConfig(argv.slice(index + 1)))
    if (gitCommandOptions.test(text)) found.push(...optionValue(word, next))
    if (/^-[xO]./.test(text) && /^(?:difftool|rebase|grep)$/.test(subcommand?.text ?? ''))
      found.push(shell({ ...word, text: text.slice(2) }))
    if (text === '-x' && /^(?:difftool|rebase)$/.test(subcommand?.text ?? '') && next) found.push(shell(next))
    if (text.startsWith('ext::')) found.push(externalTransport(word))
  })
  return [...found, ...readSubcommand(argv, subcommand)]
}

/** Unwraps `ext::sh -c rm% -rf`, where a percent sign keeps the following space in the argument. */
function externalTransport(word: Word): Inner {
  const parts = word.text.slice(5).split(/(?<!%) +/)
  return { kind: 'command', argv: parts.map((part) => ({ ...word, text: part.replaceAll('% ', ' ') })) }
}

function readSubcommand(argv: readonly Word[], subcommand: Word | undefined): Inner[] {
  if (!subcommand) return []
  const rest = argv.slice(argv.indexOf(subcommand) + 1)
  if (subcommand.text === 'bisect' && rest[0]?.text === 'run') return [{ kind: 'command', argv: rest.slice(1) }]
  if (subcommand.text === 'submodule' && rest[0]?.text === 'foreach') {
    const words = rest.slice(1).filter((word) => word.text !== '--recursive' && word.text !== '--quiet')
    return words.length > 0 ? [shell(join(words, ' '))] : []
  }
  return []
}

function readSetting(word: Word): Inner[] {
  const equals = word.text.indexOf('=')
  const name = equals < 0 ? word.text : word.text.slice(0, equals)
  return settingToInner(name, { ...word, text: word.text.slice(equals + 1) })
}

function readConfig(words: readonly Word[]): Inner[] {
  const [name, value] = words.filter((word) => !word.text.startsWith('-') && word.text !== 'set')
  return name && value ? settingToInner(name.text, value) : []
}

function settingToInner(name: string, value: Word): Inner[] {
  if (!gitCommandSetting.test(name)) return []
  if (/^alias\./i.test(name)) {
    const text = value.text.startsWith('!') ? value.text.slice(1) : `git ${value.text}`
    return [shell({ ...value, text })]
  }
  if (/^credential/i.test(name) && !/^[!/]/.test(value.text)) return []
  return [shell({ ...value, text: value.text.replace(/^!/, '') })]
}

const unwrapTar: Unwrap = (invocation, context) => {
  const actions = invocation.argv.flatMap((word, index): Inner[] => {
    const attached = /^--checkpoint-a[a-z]*=exec=([\s\S]*)$/.exec(word.text)
    if (attached) return [shell({ ...word, text: attached[1] ?? '' })]
    const next = invocation.argv[index + 1]
    const separate = /^--checkpoint-a[a-z]*$/.test(word.text) && next ? /^exec=([\s\S]*)$/.exec(next.text) : null
    return separate && next ? [shell({ ...next, text: separate[1] ?? '' })] : []
  })
  return [...actions, ...unwrapOptions(commandOptions.tar ?? [])(invocation, context)]
}

/** Unwraps `make SHELL=...`, and what a makefile on standard input runs. */
const unwrapMake: Unwrap = (invocation, context) => {
  const { argv, stdin } = invocation
  const settings = argv.flatMap((word) => {
    const program = /^\.?SHELL=([\s\S]+)$/.exec(word.text)?.[1]
    if (program) return [shell({ ...word, text: program })]
    return /^[\w.]+[:?+!]*=/.test(word.text) ? makeToShell(word) : []
  })
  const evaluated = unwrapOptions(['--eval'])(invocation, context).flatMap((inner) =>
    inner.kind === 'shell' ? makeToShell(inner.program) : [],
  )
  const at = argv.findIndex((word) => /^(?:-f|--file|--makefile)$/.test(word.text))
  const attached = argv.find((word) => /^(?:--(?:make)?file=|-[a-zA-Z]*f.)/.test(word.text))
  const file =
    at > 0 ? argv[at + 1] : attached && { ...attached, text: attached.text.replace(/^--\w+=|^-[a-zA-Z]*?f/, '') }
  const usual = ['GNUmakefile', 'makefile', 'Makefile'].flatMap((name) => context.readFile(fromText(name)) ?? [])
  if (!file) return [...settings, ...evaluated, ...usual.slice(0, 1).flatMap(makeToShell)]
  const content = /^(?:-|\/dev\/stdin)$/.test(file.text) ? stdin : context.readFile(file)
  return [...settings, ...evaluated, ...(content ? makeToShell(content) : [])]
}

function makeToShell(program: Data): Inner[] {
  const recipes = program.text
    .split('\n')
    .flatMap((line) => /^\t[@+-]*(?![@+-])(.*)$/.exec(line)?.[1] ?? /^[^\t#=:]*:[^=;]*;(.*)$/.exec(line)?.[1] ?? [])
  const calls = [...program.text.matchAll(/\$\(shell ([\s\S]*?)(?:(\))(?=[\s)]|$)|$)/g)].flatMap(
    ([, call = '', end]) => (end === undefined ? [] : call),
  )
  return [...recipes, ...calls].map((text) => shell({ ...program, text: text.replaceAll('$$', '$') }))
}

/** Unwraps `rsync -ave 'ssh -p 1' a b:`, where a cluster of flags ends with the shell. */
const unwrapRsync: Unwrap = (invocation, context) => [
  ...unwrapOptions(commandOptions.rsync ?? [])(invocation, context),
  ...invocation.argv.flatMap((word, index) => {
    const next = invocation.argv[index + 1]
    return next && /^-[a-zA-Z]+e$/.test(word.text) ? [shell(next)] : []
  }),
]

const aptCommands = /Invoke|Command|Install-Pkgs|Proxy-Auto-Detect|Options|bin::/i

/** Unwraps `apt-get -o Dpkg::Pre-Invoke::='cmd'`. */
const unwrapApt: Unwrap = ({ argv }) =>
  argv.flatMap((word, index) => {
    const value = argv[index - 1]?.text === '-o' ? word.text : /^(?:-o|--option=)(.+)$/s.exec(word.text)?.[1]
    const equals = value?.indexOf('=') ?? -1
    const isCommand = value !== undefined && aptCommands.test(value.slice(0, Math.max(0, equals)))
    return isCommand ? [shell({ ...word, text: value.slice(equals + 1) })] : []
  })

/** Unwraps `gcc -wrapper sh,-c,...`. */
const unwrapCompiler: Unwrap = ({ argv }) => {
  const at = argv.findIndex((word) => word.text === '-wrapper')
  const wrapper = at > 0 ? argv[at + 1] : undefined
  return wrapper ? [{ kind: 'command', argv: wrapper.text.split(',').map((text) => ({ ...wrapper, text })) }] : []
}

/** Environment variables that a program runs as a command. */
const commandVariables =
  /^(?:PAGER|MANPAGER|(?:SYSTEMD|GH|PSQL|AWS|BAT|DELTA|GLAB|MYSQL|HG)_PAGER|(?:SYSTEMD|SVN|CVS|KUBE|GH|PSQL|SUDO|BUNDLER|GLAB)_EDITOR|HGEDITOR|FCEDIT|(?:SVN|CVS|UNISON)_(?:SSH|RSH)|CVS_RSH|RSYNC_CONNECT_PROG|FZF_DEFAULT_COMMAND|RUSTC_(?:WORKSPACE_)?WRAPPER|CARGO_BUILD_RUSTC_WRAPPER|GIT_(?:PAGER|EDITOR|SSH_COMMAND|SSH|SEQUENCE_EDITOR|EXTERNAL_DIFF|ASKPASS|PROXY_COMMAND)|EDITOR|VISUAL|SSH_ASKPASS|SUDO_ASKPASS|LESSOPEN|LESSCLOSE|BROWSER|PROMPT_COMMAND|RSYNC_RSH)$/

/** Environment variables that contain additional arguments for a program. */
const argumentVariables: Readonly<Record<string, string>> = {
  TAR_OPTIONS: 'tar',
  ZIPOPT: 'zip',
  MAKEFLAGS: 'make',
  GNUMAKEFLAGS: 'make',
  LESS: 'less',
}

export function isCommandVariable(name: string): boolean {
  return commandVariables.test(name)
}

/** Returns what a program runs because of its environment. */
export function unwrapEnvironment(environment: ReadonlyMap<string, Data>): Inner[] {
  const settings = [...environment].flatMap(([name, key]) => {
    const number = /^GIT_CONFIG_KEY_(\d+)$/.exec(name)?.[1]
    const value = number === undefined ? undefined : environment.get(`GIT_CONFIG_VALUE_${number}`)
    return value ? settingToInner(key.text, { ...value, glob: false }) : []
  })
  return [...settings, ...readVariables(environment)]
}

function readVariables(environment: ReadonlyMap<string, Data>): Inner[] {
  return [...environment].flatMap(([name, value]): Inner[] => {
    const program = Object.hasOwn(argumentVariables, name) ? argumentVariables[name] : undefined
    if (program !== undefined) return [shell({ ...value, text: `${program} ${value.text}` })]
    if (name === 'PERL5DB') return [{ kind: 'program', language: 'perl', program: value }]
    if (value.text.includes('$(shell ')) return makeToShell(value)
    if (!commandVariables.test(name) || value.text === '') return []
    return [shell({ ...value, text: name.startsWith('LESS') ? value.text.replace(/^\|?-?/, '') : value.text })]
  })
}

function unwrapOptions(names: readonly string[]): Unwrap {
  return ({ argv }) =>
    argv.flatMap((word, index): Inner[] => {
      const name = names.find((option) => matchesOption(word.text, option))
      return index === 0 || name === undefined ? [] : optionValue(word, argv[index + 1], name)
    })
}

function matchesOption(text: string, option: string): boolean {
  if (text === option) return true
  if (!option.startsWith('--')) return option.length === 2 && text.length > 2 && text.startsWith(option)
  const name = text.split('=', 1)[0] ?? ''
  return name === option || (name.length > 6 && option.startsWith(name))
}

function optionValue(word: Word, next: Word | undefined, option = '--'): Inner[] {
  if (!option.startsWith('--') && word.text !== option) return [shell({ ...word, text: word.text.slice(2) })]
  const equals = word.text.indexOf('=')
  if (option.startsWith('--') && equals > 0) return [shell({ ...word, text: word.text.slice(equals + 1) })]
  return next ? [shell(next)] : []
}

function shell(program: Data): Inner {
  return { kind: 'shell', program }
}

export const hookUnwraps: Readonly<Record<string, Unwrap>> = {
  ...Object.fromEntries(Object.entries(commandOptions).map(([name, options]) => [name, unwrapOptions(options)])),
  rsync: unwrapRsync,
  apt: unwrapApt,
  'apt-get': unwrapApt,
  aptitude: unwrapApt,
  tar: unwrapTar,
  gtar: unwrapTar,
  make: unwrapMake,
  ansible: (invocation, context) =>
    unwrapOptions(['-a', '--args'])(invocation, context).map((inner) => ({ ...inner, elsewhere: true })),
  gmake: unwrapMake,
  git: unwrapGit,
  gcc: unwrapCompiler,
  'g++': unwrapCompiler,
  cc: unwrapCompiler,
  clang: unwrapCompiler,
}
