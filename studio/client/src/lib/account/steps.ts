/** The second step of signing in, as docs/studio-api.md has it. */

/** The second step of signing in, as its owner sees it. */
export interface SecondStep {
  on: boolean;
  since: string | null;
  recovery_codes: number;
}

/** A key for an authenticator app, with the SVG of its QR code. */
export interface StepOffer {
  key: string;
  uri: string;
  picture: string;
}
