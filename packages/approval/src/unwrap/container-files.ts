import { type Data, isKnown, type Word } from '../words/data.js'
import type { Unwrap, UnwrapContext } from '../words/invocation.js'

/** Settings of Compose and Kubernetes that open a container to its machine, in YAML or JSON. */
const opening =
  /\bprivileged["']?\s*:\s*["']?(?:true|yes|on)\b|\b(?:pid|ipc|uts|userns_mode|cgroup)["']?\s*:\s*["']?host\b|\bhost(?:PID|IPC|Network|Users)["']?\s*:\s*true\b|\bhostPath\b|\bcap_add\b|\bSYS_ADMIN\b|\bunconfined\b|\b(?:docker|containerd|podman)\.sock\b|["'\s[-]\/:\/|\bsource["']?\s*:\s*["']?\/["'\s,}]/i

/**
 * Whether the text of a Compose file or a Kubernetes object opens a container to its machine. Unknown text may do so.
 */
function opens(content: Data): boolean {
  return !isKnown(content) || opening.test(content.text)
}

const unwrapCompose: Unwrap = (invocation, context) => {
  const { argv, name } = invocation
  const isCompose = /-compose$/.test(name) || argv.some((word) => word.text === 'compose')
  if (isCompose) report(contentsOf(/^(?:-f|--file)$/, /^(?:-f|--file=)(.+)$/, invocation, context), context)
  return []
}

const unwrapKubernetes: Unwrap = (invocation, context) => {
  const { argv } = invocation
  const [, subcommand] = argv
  if (/^(?:apply|create|replace|patch)$/.test(subcommand?.text ?? ''))
    report(contentsOf(/^(?:-f|--filename)$/, /^(?:-f|--filename=)(.+)$/, invocation, context).filter(isKnown), context)
  report(valuesOf(/^--overrides$/, /^--overrides=(.+)$/s, argv), context)
  return []
}

function report(contents: readonly Data[], context: UnwrapContext): void {
  if (contents.some(opens)) context.report('open-container')
}

/** Returns the content of an option's files, as far as the command shows it. */
function contentsOf(
  option: RegExp,
  attached: RegExp,
  { argv, stdin }: Parameters<Unwrap>[0],
  { readFile }: UnwrapContext,
): readonly Data[] {
  return valuesOf(option, attached, argv).flatMap((file) => {
    const isInput = /^(?:-|\/dev\/(?:stdin|fd\/0))$/.test(file.text)
    return (isInput ? stdin : readFile(file)) ?? []
  })
}

function valuesOf(option: RegExp, attached: RegExp, argv: readonly Word[]): readonly Word[] {
  return argv.flatMap((word, index) => {
    if (option.test(argv[index - 1]?.text ?? '')) return [word]
    const text = attached.exec(word.text)?.[1]
    return text === undefined || option.test(word.text) ? [] : [{ ...word, text }]
  })
}

/** Unwraps files and overrides that describe containers. */
export const containerFileUnwraps: Readonly<Record<string, Unwrap>> = {
  docker: unwrapCompose,
  podman: unwrapCompose,
  nerdctl: unwrapCompose,
  'docker-compose': unwrapCompose,
  'podman-compose': unwrapCompose,
  kubectl: unwrapKubernetes,
  oc: unwrapKubernetes,
}
