import { Body, Controller, Post } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsEmail } from 'class-validator';
import { Public } from './auth.guard.js';
import { UsersService } from './users.service.js';

class SignUpDto {
  @ApiProperty({ example: 'you@example.com' })
  // The address may have been pasted with spaces.
  @Transform(({ value }) => (typeof value === 'string' ? value.trim() : value))
  @IsEmail()
  email!: string;
}

/** Stands where your sign-up and login are. */
@ApiTags('users')
@Public()
@Controller('sign-up')
export class UsersController {
  constructor(private readonly users: UsersService) {}

  @Post()
  async signUp(@Body() { email }: SignUpDto) {
    const { userId, token } = await this.users.signUp(email);
    return { user_id: userId, token };
  }
}
