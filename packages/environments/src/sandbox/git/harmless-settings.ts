/** Git settings that neither execute nor include anything: those written by `init`, `clone` and `remote add`. */
const harmless: readonly { readonly section: RegExp; readonly keys: RegExp }[] = [
  {
    section: /^core$/,
    keys: /^(?:repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol)$/,
  },
  { section: /^user$/, keys: /^(?:name|email)$/ },
  { section: /^init$/, keys: /^defaultbranch$/ },
  { section: /^extensions$/, keys: /^(?:objectformat|partialclone|refstorage)$/ },
  { section: /^remote ".+"$/, keys: /^(?:url|pushurl|fetch|tagopt|promisor|partialclonefilter)$/ },
  { section: /^branch ".+"$/, keys: /^(?:remote|merge|rebase)$/ },
  { section: /^submodule ".+"$/, keys: /^(?:url|active)$/ },
]

/** Keeps only the harmless lines of a git settings file. Lines that cannot be parsed are removed. */
export function harmlessSettings(text: string): string {
  let keys: RegExp | undefined
  return text
    .split(/\r?\n/)
    .filter((line) => {
      const section = /^\s*\[([^\]]*)\]\s*$/.exec(line)?.[1]
      if (section === undefined && !line.includes('[')) return keys?.test(keyOf(line)) ?? false
      const name = section?.replace(/^\S+/, (word) => word.toLowerCase()) ?? ''
      keys = harmless.find((group) => group.section.test(name))?.keys
      return keys !== undefined
    })
    .map((line) => `${line}\n`)
    .join('')
}

/** Returns the key of a complete single-line setting that executes nothing, unlike the address `ext::...`; otherwise an empty text. */
function keyOf(line: string): string {
  const [, key = ''] = /^\s*([a-z]+)\s*=(?!.*(?:\\|\bext::))/i.exec(line) ?? []
  return key.toLowerCase()
}
