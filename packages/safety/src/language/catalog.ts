/** The texts of one language, keyed by their English pattern, with `{0}` for the first value. */
export type Catalog = Readonly<Record<string, string>>
