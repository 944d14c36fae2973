/** A value that a person chooses for a blueprint. */
export interface BlueprintSlot {
  readonly name: string
  /** What the value is, for people. */
  readonly asks: string
  /** The default value. Absent: the person must provide the value. */
  readonly default?: string
}

/** A job that is complete except for a few values. */
export interface Blueprint {
  readonly name: string
  readonly description: string
  readonly slots: readonly BlueprintSlot[]
  /** The schedule, in which `{slot}` stands for a value. */
  readonly schedule: string
  /** The prompt, in which `{slot}` stands for a value. */
  readonly prompt: string
}
