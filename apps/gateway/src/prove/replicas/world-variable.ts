/** The environment variable with the address of the world. A gateway that has it connects to the networks there. */
export const worldVariable = 'HERMES_PROVE_WORLD'
