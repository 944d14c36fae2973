/** The headers of a mail, with names in lower case, in the order of the mail. */
export type Headers = readonly { readonly key: string; readonly value: string }[]

/** Returns the first header with a name. */
export function headerOf(headers: Headers, name: string): string | undefined {
  return headers.find(({ key }) => key === name)?.value.trim()
}

/** Returns the message ids in a header, without their brackets. Broken and very long ids are left out. */
export function messageIdsOf(headers: Headers, name: string): readonly string[] {
  const found = (headerOf(headers, name) ?? '').matchAll(/<([^<>\s]{1,300})>/g)
  return [...found].map(([, id = '']) => id)
}
