import { expect, test } from "vitest";
import { median, niceStep, plain, shown } from "../src/numbers";

test("numbers are written for eyes", () => {
  expect(shown(-0.5, -1, 1)).toBe("−0.50");
  expect(shown(-0.001, -1, 1)).toBe("0.00");
  expect(shown(123.4, 0, 360)).toBe("123");
  expect(plain(-1)).toBe("−1");
  expect(median([3, 1, 2])).toBe(2);
  expect(median([])).toBe(0);
  expect(niceStep(0.93)).toBe(1);
  expect(niceStep(0.11)).toBeCloseTo(0.2);
});
