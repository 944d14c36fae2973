import { contents, type Data, inheritedVariable, join, noData, UNKNOWN, unknownData, withText } from '../words/data.js'
import type { Invocation } from '../words/invocation.js'
import { readArguments } from '../words/options.js'
import { matchesMostProcesses, processOptions } from '../words/process-patterns.js'
import { base32, base64, openssl, rev, tr, xxd } from './output/decoders.js'
import { cat, decoded, filter, generated, type Output, type OutputContext, remote, selection } from './output/output.js'
import { basename, cut, dirname, echo, head, path, printf, sed } from './output/texts.js'

const which: Output = ({ argv }) => {
  const { operands } = readArguments(argv.slice(1))
  return operands[0] ?? generated
}

const command: Output = (invocation, context) =>
  /^-[vV]$/.test(invocation.argv[1]?.text ?? '') ? which(invocation, context) : generated

const environment: Output = ({ argv }) => {
  const lists = argv.slice(1).every((word) => /^(?:-[0px]+|--null)$/.test(word.text))
  return lists ? { ...generated, secret: true } : { ...generated }
}

const printenv: Output = ({ argv }) => {
  const { operands } = readArguments(argv.slice(1))
  return operands.length === 0
    ? { ...unknownData, secret: true }
    : join(operands.map((word) => inheritedVariable(word.text)))
}

const archive: Output = (invocation, context) => {
  const operands = invocation.argv.slice(1)
  return {
    ...unknownData,
    origin: 'generated',
    secret: operands.some((word) => context.holdsSecrets(word)) || invocation.stdin?.secret === true,
    ...(invocation.stdin ? contents(invocation.stdin) : {}),
  }
}

/**
 * Models programs that list process ids. The ids are unknown but their names are not, which is enough for programs that
 * get the list.
 */
const matchingProcesses: Output = ({ argv }) => {
  const { operands } = readArguments(argv.slice(1), { short: 'dFgGPsuUtr', long: processOptions })
  const pattern = operands[0]
  if (!pattern || matchesMostProcesses(pattern.text)) return { ...unknownData, processes: true }
  return withText(pattern, `${UNKNOWN}${pattern.text}`)
}

const allProcesses: Output = () => ({ ...generated, processes: true })

/** Models a listing of the folder of all processes. */
const listing: Output = ({ argv }) => ({
  ...generated,
  ...(argv.some((word) => /^\/proc\/?$/.test(word.text) || word.processes) && { processes: true }),
})

const git: Output = ({ argv }) =>
  argv.some((word) => word.text === 'show' || word.text === 'cat-file') ? { ...unknownData, origin: 'file' } : generated

/** Programs whose output is meant to be evaluated: `eval "$(ssh-agent -s)"`. */
const initializers =
  /^(?:ssh-agent|gpg-agent|keychain|pyenv|rbenv|nodenv|goenv|jenv|nvm|fnm|volta|mise|rtx|asdf|direnv|brew|starship|zoxide|atuin|fzf|mcfly|thefuck|conda|micromamba|opam|luarocks|dircolors|lesspipe|docker-machine|minikube|resize|stty|tset|register-python-argcomplete|getopt|module|lmod|shellcheck)$/

const outputs: ReadonlyMap<string, Output> = new Map(
  Object.entries<Output>({
    echo,
    printf,
    cat,
    bat: cat,
    tac: selection(''),
    tee: ({ stdin }) => stdin ?? unknownData,
    pv: ({ stdin }) => stdin ?? unknownData,
    head,
    tail: selection('ncs'),
    sort: selection('kto'),
    uniq: selection('fsw'),
    grep: selection('ABCmef', 1),
    egrep: selection('ABCmef', 1),
    rg: selection('ABCmefgt', 1),
    cut,
    awk: filter('generated', 'Fv', 1),
    gawk: filter('generated', 'Fv', 1),
    jq: filter('generated', '', 1),
    yq: filter('generated', '', 1),
    fold: selection('w'),
    nl: filter('generated'),
    paste: filter('generated', 'd'),
    column: filter('generated', 'st'),
    less: cat,
    more: cat,
    strings: filter('generated', 'n'),
    sed,
    rev,
    tr,
    base64,
    base32,
    basenc: base32,
    xxd,
    uudecode: () => decoded,
    gunzip: filter('decoded'),
    zcat: filter('decoded'),
    bzcat: filter('decoded'),
    xzcat: filter('decoded'),
    zstdcat: filter('decoded'),
    gzip: (invocation, context) =>
      invocation.argv.some((word) => /^-\w*d|^--decomp/.test(word.text))
        ? filter('decoded')(invocation, context)
        : archive(invocation, context),
    unxz: filter('decoded'),
    bunzip2: filter('decoded'),
    gpg: (invocation, context) =>
      invocation.argv.some((word) => /^(?:-d|--decrypt)$/.test(word.text)) ? decoded : archive(invocation, context),
    od: filter('generated', 'AtjN'),
    hexdump: filter('generated', 'ens'),
    openssl,
    tar: archive,
    zip: archive,
    '7z': archive,
    curl: () => remote,
    wget: () => remote,
    fetch: () => remote,
    http: () => remote,
    https: () => remote,
    aria2c: () => remote,
    lynx: () => remote,
    w3m: () => remote,
    links: () => remote,
    nc: () => remote,
    ncat: () => remote,
    netcat: () => remote,
    telnet: () => remote,
    socat: () => remote,
    dig: () => remote,
    nslookup: () => remote,
    host: () => remote,
    ftp: () => remote,
    lwp_request: () => remote,
    GET: () => remote,
    rclone: () => remote,
    aws: ({ argv }) =>
      argv.some((word) => word.text === 'cp' || word.text === 'get-secret-value') ? remote : generated,
    gsutil: () => remote,
    gh: ({ argv }) => (argv.some((word) => /^(?:api|gist)$/.test(word.text)) ? remote : generated),
    which,
    ssh: () => generated,
    type: which,
    command,
    env: environment,
    printenv,
    set: environment,
    export: environment,
    pwd: path,
    realpath: path,
    readlink: path,
    mktemp: () => ({ ...unknownData, text: `/tmp/${UNKNOWN}` }),
    dirname,
    basename,
    pgrep: matchingProcesses,
    pidof: matchingProcesses,
    ps: allProcesses,
    top: allProcesses,
    pstree: allProcesses,
    ls: listing,
    find: listing,
    fd: listing,
    git,
    true: () => noData,
    ':': () => noData,
  }),
)

/** Returns what can be known about a program's output before it runs. */
export function outputOf(invocation: Invocation, context: OutputContext): Data {
  const { name, argv } = invocation
  if (initializers.test(name)) return noData
  if (
    argv.some((word) => /^(?:completion|completions|shellenv|shell-init|init)$/.test(word.text)) &&
    !outputs.has(name)
  )
    return noData
  return outputs.get(name)?.(invocation, context) ?? generated
}
