/** Settings of git that run nothing and take nothing in from elsewhere: what `init`, `clone` and `remote add` write. */
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

/** The lines of a settings file of git that are of no consequence, in their order; what is not understood is left out. */
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

/** Empty for anything but a setting that is whole on its line and runs nothing, as the address `ext::...` would. */
function keyOf(line: string): string {
  const [, key = ''] = /^\s*([a-z]+)\s*=(?!.*(?:\\|\bext::))/i.exec(line) ?? []
  return key.toLowerCase()
}
