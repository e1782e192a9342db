/** What a machine finds against a page, for people who see, hear or move differently. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * A text for each fault of the page, or of the part that a selector names. Nothing here is in frames: axe's way for those opens a page of its own
 * to put their results together, which takes longer than the whole analysis.
 */
export async function accessibilityFaults(page: Page, part?: string): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (part ? axe.include(part) : axe).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('; ')}`);
}
